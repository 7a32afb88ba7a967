"""Security headers and refusal of malformed requests, where Django 5.2 has no or too little support.

Django sets no content or permissions policy (6.0 has the former), logs a traceback for a wrong host, handles a body
that is too large only when a view reads it, and then with 400, renews the CSRF cookie with every page, and sets
`Cache-Control` per view only. Everything else is left to its own middleware.
"""

import logging
import sqlite3
import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.db import DataError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext

from config.middleware.request_limits import get_body_limit
from config.security_headers import CONTENT_SECURITY_POLICY, PERMISSIONS_POLICY, security_headers

GetResponse = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger("tefuda.door")


class HealthMiddleware:
    """Answers health probes, at the paths in `settings.PROBE_URLCONF`, before any other middleware.

    Probes use IP addresses and plain HTTP, so ALLOWED_HOSTS and the redirect to HTTPS must not apply. That is safe
    because the response contains no address, name or cookie, and depends on nothing in the request except the
    operator's token.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.loaded_at = time.monotonic()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            probe = resolve(request.path_info, settings.PROBE_URLCONF)
        except Resolver404:
            return self.get_response(request)
        response: HttpResponse = probe.func(request, age=time.monotonic() - self.loaded_at)
        for name, value in security_headers(secure=request.is_secure()).items():
            response.headers.setdefault(name, value)
        return response


class CsrfMiddleware(CsrfViewMiddleware):
    """Django's CSRF protection, which sets its cookie only when new or changed, not with every page.

    A log-in changes the cookie. A response that was in progress during it would restore the old one, and the page
    loaded after the log-in couldn't send forms: a new guest couldn't make their first move.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        sent = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        if request.META.get("CSRF_COOKIE_NEEDS_UPDATE") and request.META["CSRF_COOKIE"] == sent:
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
            patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)


class AllowedHostMiddleware:
    """Answers 400 to unknown host names, with one line in the log; scanners try many.

    Comes first, because every later use of the host, even by an error page, would log another traceback.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            logger.warning(
                "refused a request for the host %.100r; ours are in ALLOWED_HOSTS", request.META.get("HTTP_HOST")
            )
            return HttpResponseBadRequest("This site does not answer to that name.", content_type="text/plain")
        return self.get_response(request)


class SecurityHeadersMiddleware:
    """Sets a policy that allows only our own files. Django 5.2 sets the other usual headers itself."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class CacheControlMiddleware:
    """Sets the default `Cache-Control`: no storage for accounts and the admin, revalidation for other pages.

    Views can override it. Comes after the static files, which may be cached forever.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        from config.urls import NO_STORE_PREFIXES  # needs the apps to be loaded

        self.never_kept = NO_STORE_PREFIXES

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path_info.startswith(self.never_kept):
            response.headers["Cache-Control"] = "no-store, private"
        else:
            response.headers.setdefault("Cache-Control", "private, no-cache")
            if "public" in response.headers["Cache-Control"]:
                _make_shareable(response)
        return response


def _make_shareable(response: HttpResponse) -> None:
    """Drop `Vary` from a page that depends on nothing but its URL. A response with cookies is never shared."""
    if response.cookies:
        response.headers["Cache-Control"] = "private, no-cache"
    elif "Vary" in response.headers:
        del response.headers["Vary"]


class BodyLimitMiddleware:
    """Answers 413 to a body larger than any of our forms, and 403 to a large one from someone who isn't logged in.

    Nothing has read the body yet; of the latter not even the server has (config.server.http.body_reader). Comes after
    the language and log-in middleware because its pages need both. A body without a length is harmless: WSGI lets
    Django read none of it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        limit = get_body_limit(request.path)
        if length.isdecimal() and int(length) > limit:
            return render(request, "413.html", {"limit_kb": limit // 1024}, status=413)
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES and not request.user.is_authenticated:
            refusal = {"code": "sign-in-first", "params": {}, "common": True}
            return render(request, "403.html", {"refusal": refusal}, status=403)
        return self.get_response(request)


class FormEncodingMiddleware:
    """Answers 400 to a form in another encoding, or one that can't be parsed.

    Comes before anything else reads the form: errors would then reach error pages, which read it as well.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request) if _is_readable(request) else render(request, "400.html", status=400)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an uncaught BadRequest or SuspiciousOperation (`handler400`)."""
    return render(request, "400.html", status=400)


def _is_readable(request: HttpRequest) -> bool:
    if (request.encoding or "utf-8").lower() != "utf-8":
        return False
    try:
        request.POST  # noqa: B018  # taken apart when first asked for
    except (MultiPartParserError, SuspiciousOperation):
        return False
    return True


class AdminLookupMiddleware:
    """Answers requests for admin lookups that no database can handle.

    The admin's filters, searches and actions use values from the URL unchecked: a year of 10²⁰, a NUL for PostgreSQL,
    one end of a range. Such requests are redirected to the unfiltered list with a message; Django does the same without
    a message for filters that it can't parse. POST requests get a 400, and so do oversized numbers on any other page:
    forms look up selected rows by keys of any length.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.app_name != "admin":
            return None
        is_list = (match.url_name or "").endswith("_changelist")
        if not (_is_invalid_lookup(problem) if is_list else isinstance(problem, (OverflowError, DataError))):
            return None
        logger.warning("refused a lookup at %s: %s", request.path, problem)
        if not is_list or request.method == "POST" or not request.GET:
            return render(request, "400.html", status=400)
        messages.warning(request, gettext("The list can’t be filtered or sorted like that. Here is the whole list."))
        return redirect(request.path)


def _is_invalid_lookup(problem: Exception) -> bool:
    """Return whether the lookup itself was invalid, rather than the database unavailable or locked."""
    # SQLite's error for a pattern: too long, or an invalid regular expression.
    if isinstance(problem, OperationalError):
        return getattr(problem.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    if isinstance(problem, ProgrammingError):  # more values than a statement can have: never sent
        return getattr(problem.__cause__, "sqlstate", None) is None
    return isinstance(problem, (ValueError, OverflowError, IndexError, DataError))
