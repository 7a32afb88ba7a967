"""Requests of people who have logged in."""

from django.http import HttpRequest

from accounts.models import User


class AuthenticatedRequest(HttpRequest):
    """What a view behind `login_required` is given, for the type checker."""

    user: User


def get_request_user(request: HttpRequest) -> User:
    """Who asks, on pages that nobody else gets to see, such as the admin's."""
    assert isinstance(request.user, User)
    return request.user
