"""Handling of links that were copied with trailing punctuation."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import is_valid_path
from django.utils.encoding import iri_to_uri

TAIL = " \t\r\n\u3000\u200b.,;:!?)]}>'\"*_/…。、．，！？）］｝」』】〉》”’"


class LinkTailMiddleware:
    """Redirects an unknown URL that ends with punctuation to the one without it, if that exists.

    Messengers include a full stop, a bracket or a line break after a link.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        path = request.path_info.rstrip(TAIL) + "/"
        if path in (request.path_info, f"{request.path_info}/") or not is_valid_path(path):
            return response
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(iri_to_uri(path) + (f"?{query}" if query else ""))
