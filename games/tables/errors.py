"""Why the house refuses something: a code with params for the sentence, and the HTTP status that fits.

Params hold only what the refused person already knows.
"""

from collections.abc import Mapping
from typing import ClassVar


class Refusal(Exception):
    """Base of all refusals. `common` says whether the sentence is the house's own or the title's."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, params: Mapping[str, int | str] | None = None, *, common: bool = True) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.common = common


class Malformed(Refusal):
    """Not a request that could mean anything."""

    status = 400


class NotAllowed(Refusal):
    """This person may not do that here."""

    status = 403


class NotFound(Refusal):
    """No such table, or none this person may know of."""

    status = 404


class Conflict(Refusal):
    """It was possible, but is no longer: the table has moved on, is frozen or over."""

    status = 409


class Unprocessable(Refusal):
    """Well-formed, but against the rules of the title or the house."""

    status = 422


class TooMany(Refusal):
    """More at once, or more quickly, than one person may."""

    status = 429
