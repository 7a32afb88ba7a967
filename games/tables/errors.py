"""Errors that refuse a request: a code and params for the message, and an HTTP status.

Params hold only information the refused person already has.
"""

from collections.abc import Mapping
from typing import ClassVar


class ServiceError(Exception):
    """Base class of refusals. `common` is False if the message belongs to the game instead of the site."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, params: Mapping[str, int | str] | None = None, *, common: bool = True) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.common = common


class BadRequestError(ServiceError):
    """The request is malformed."""

    status = 400


class ForbiddenError(ServiceError):
    """The user isn't allowed to do this here."""

    status = 403


class NotFoundError(ServiceError):
    """The table doesn't exist, or this user may not know that it does."""

    status = 404


class ConflictError(ServiceError):
    """The request comes too late: the table has moved on, is frozen or has ended."""

    status = 409


class UnprocessableError(ServiceError):
    """The request is well-formed, but breaks a rule of the game or the site."""

    status = 422


class LimitExceededError(ServiceError):
    """The user exceeds a quota or rate limit."""

    status = 429
