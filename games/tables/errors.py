"""Why the house refuses something: a code with params for the sentence, and the HTTP status that fits.

Params hold only what the refused person already knows.
"""

from collections.abc import Mapping
from typing import ClassVar


class ServiceError(Exception):
    """Base of all refusals. `common` says whether the sentence is the house's own or the game's."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, params: Mapping[str, int | str] | None = None, *, common: bool = True) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.common = common


class BadRequestError(ServiceError):
    """Not a request that could mean anything."""

    status = 400


class ForbiddenError(ServiceError):
    """This person may not do that here."""

    status = 403


class NotFoundError(ServiceError):
    """No such table, or none this person may know of."""

    status = 404


class ConflictError(ServiceError):
    """It was possible, but is no longer: the table has moved on, is frozen or over."""

    status = 409


class UnprocessableError(ServiceError):
    """Well-formed, but against the rules of the game or the house."""

    status = 422


class LimitExceededError(ServiceError):
    """More at once, or more quickly, than one person may."""

    status = 429
