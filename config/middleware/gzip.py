"""Text on its way out, compressed by Django for whoever can unpack it: here stands only what is compressed.

Pages hold secrets (hands of cards, form tokens) beside parts of the address, so their compressed length must tell
nobody a secret letter by letter (BREACH). Django's middleware has the length vary at random; besides, form tokens are
masked anew each time and the session's cookie is SameSite. But a random length only asks for more requests, so those
that another site makes are answered as they are, and Django has no option for that, nor for what is no text.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import gzip
from django.utils.cache import patch_vary_headers

MIN_JSON_BYTES = 1024  # of an answer to a script; of pages see Django
_REFUSED = re.compile(r"\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)")  # which Django takes for a wish


class GzipMiddleware(gzip.GZipMiddleware):
    """Stands behind the static files, which are kept compressed, and leaves streams alone."""

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
