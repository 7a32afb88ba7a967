"""Headers for every page, and what no request of ours would look like."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Answer = Callable[[HttpRequest], HttpResponse]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class SecurityHeaders:
    """The policy that lets nothing but our own files run. Django 5.2 sets the other usual headers itself."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class BodyLimit:
    """Answers 413 to a body that no form of ours could have, before anything reads it.

    Stands behind the language and log-in middleware because the page it shows needs both. A body without a length is
    no worry: WSGI lets Django read none of it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return render(request, "413.html", {"limit_kb": settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}, status=413)
        return self.get_response(request)


class OnlyUtf8:
    """Answers 400 to what claims another encoding, before anything is decoded: errors then would reach error pages."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (request.encoding or "utf-8").lower() != "utf-8":
            return render(request, "400.html", status=400)
        return self.get_response(request)
