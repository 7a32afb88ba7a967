"""Text on its way out, compressed for whoever can unpack it.

Only gzip: browsers offer zstd and brotli over HTTPS alone, and a house on a LAN has none. Pages hold secrets (hands of
cards, form tokens) beside parts of the address, so their compressed length must tell nobody a secret letter by letter
(BREACH). That takes requests which another site makes: those are answered as they are. For browsers that don't say who
asks, the length varies at random; besides, form tokens are masked anew each time and the session's cookie is SameSite.
"""

import gzip
import re
import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

LEVEL = 3  # a third of the time of the usual 6, for a tenth more bytes
MIN_TEXT_BYTES = 200  # bytes of a page; below, there is nothing to gain
MIN_JSON_BYTES = 1024  # of an answer to a script
MAX_PADDING_BYTES = 100  # bytes at most
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class GzipMiddleware:
    """Stands behind the static files, which are kept compressed, and leaves streams alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_compressible(response):
            patch_vary_headers(response, ("Accept-Encoding", "Sec-Fetch-Site"))
            if _GZIP.search(request.headers.get("Accept-Encoding", "")) and not _is_cross_site(request):
                _compress(response)
        return response


def _is_compressible(response: HttpResponse) -> bool:
    if response.streaming or "Content-Encoding" in response.headers:
        return False
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
    is_json = kind == "application/json" or kind.endswith("+json")
    return (
        len(response.content) >= (MIN_JSON_BYTES if is_json else MIN_TEXT_BYTES)
        if is_json or kind.startswith("text/")
        else False
    )


def _is_cross_site(request: HttpRequest) -> bool:
    return request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site")


def _compress(response: HttpResponse) -> None:
    response.content = _add_padding(gzip.compress(response.content, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.content))
    if response.headers.get("ETag", "").startswith('"'):  # the same text, but no longer the same bytes
        response.headers["ETag"] = f"W/{response.headers['ETag']}"


def _add_padding(packed: bytes) -> bytes:
    """gzip's header has room for a file name: one of random length, without meaning."""
    header = bytearray(packed[:10])
    header[3] = gzip.FNAME
    return bytes(header) + b"x" * secrets.randbelow(MAX_PADDING_BYTES + 1) + b"\0" + packed[10:]
