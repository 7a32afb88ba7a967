"""What may go wrong in the engine. Codes and numbers only: sentences belong to the templates."""

from collections.abc import Mapping

Params = Mapping[str, int | str]


class EngineError(Exception):
    """Base of the engine's errors: a machine-readable `code` with `params` for the sentence shown to a reader."""

    def __init__(self, code: str, params: Params | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params: Params = dict(params or {})


class IllegalMoveError(EngineError):
    """A well-formed move that the rules refuse. Params may only hold what the refused seat already knows."""


class InvalidPayloadError(EngineError):
    """Something that is no move at all: unknown type, wrong field, wrong kind of value."""


class InvalidOptionsError(EngineError):
    """Table options that the game does not offer. `params["option"]` names the culprit."""
