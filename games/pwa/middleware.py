"""Middleware that names the person a page is for, so that the service worker shows a stored page to no one else."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games.pwa.cache_owner import HEADER, get_cache_owner


class CacheOwnerMiddleware:
    """Middleware that adds the HEADER to pages.

    It must come after the authentication middleware. Errors and responses that aren't pages are left unchanged.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 500 and response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers[HEADER] = get_cache_owner(request)
        return response
