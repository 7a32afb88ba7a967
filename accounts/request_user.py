"""Typed access to the user of a request that requires a log-in."""

from django.http import HttpRequest

from accounts.models import User


class AuthenticatedRequest(HttpRequest):
    """The request of a view behind `login_required`, for the type checker."""

    user: User


def get_request_user(request: HttpRequest) -> User:
    """Return the user, on pages that require a log-in, such as the admin's."""
    assert isinstance(request.user, User)
    return request.user
