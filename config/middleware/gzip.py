"""Compression of text responses, by Django's middleware; this module decides which ones.

Pages contain secrets (hands of cards, form tokens) next to parts of the URL, so their compressed length must not reveal
a secret letter by letter (BREACH). Django's middleware randomises the length; also, form tokens are masked differently
each time and the session cookie is SameSite. But a random length only takes an attacker more requests, so responses to
requests from other sites aren't compressed. Django has no option for that, nor for non-text responses.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.utils.cache import patch_vary_headers

MIN_JSON_BYTES = 1024  # of an answer to a script; for pages see Django
_REFUSED = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")  # Django takes it for acceptance


class GzipMiddleware(gzip.GZipMiddleware):
    """Compresses text. Comes after the static files, which are stored compressed, and skips streams."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not _is_compressible(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding", "Sec-Fetch-Site"))
        if _is_cross_site(request) or _REFUSED.search(request.headers.get("Accept-Encoding", "")):
            return response
        return super().process_response(request, response)


def _is_compressible(response: HttpResponseBase) -> bool:
    if not isinstance(response, HttpResponse):
        return False
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
    if kind == "application/json" or kind.endswith("+json"):
        return len(response.content) >= MIN_JSON_BYTES
    return kind.startswith("text/")


def _is_cross_site(request: HttpRequest) -> bool:
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")
