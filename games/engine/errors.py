"""Errors of the engine. They carry codes and numbers only; the wording is in the templates."""

from collections.abc import Mapping

Params = Mapping[str, int | str]


class EngineError(Exception):
    """Base of the engine's errors: a machine-readable `code`, with `params` for the message."""

    def __init__(self, code: str, params: Params | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params: Params = dict(params or {})


class IllegalMoveError(EngineError):
    """A well-formed move that breaks the rules. Params may only hold what the seat already knows."""


class InvalidPayloadError(EngineError):
    """Data that is not a move at all: unknown type, wrong field or wrong type of value."""


class InvalidOptionsError(EngineError):
    """Table options that the game doesn't offer. `params["option"]` is the key of the wrong one."""
