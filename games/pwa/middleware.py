"""Every page says whose it is, so that a service worker keeps it for them and shows it to nobody else."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games.pwa.cache_owner import HEADER, get_cache_owner


class CacheOwnerMiddleware:
    """Stands behind the log-in. Pages know their person anyway; what is no page, or has failed, is left alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 500 and response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers[HEADER] = get_cache_owner(request)
        return response
