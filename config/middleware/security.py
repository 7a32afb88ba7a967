"""Headers for every page, and what no request of ours would look like, where Django 5.2 has nothing or not enough.

It sets neither a policy for content nor one for permissions (6.0 has the first), answers a wrong host with a traceback
in the log and a body that is too large when a view reads it, with 400, renews the form token's cookie with every page,
and has `Cache-Control` view by view. Whatever else its own middleware does is left to it.
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
    """Answers probes, at the addresses of `settings.PROBE_URLCONF`, before anything else looks at the request.

    A probe asks by IP address and over plain HTTP: neither ALLOWED_HOSTS nor the redirect to HTTPS are for it. That is
    safe because its answer holds no address, no name and no cookie, and depends on nothing that the request says, but
    for the operator's token.
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
    """Django's guard of forms, whose cookie is set when it is new or changed, and not with every page once more.

    A log-in changes it. An answer that was under way meanwhile would bring the former one back, and the page that came
    after the log-in could send no form any more: whoever sat down as a guest could not make their first move.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        sent = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        if request.META.get("CSRF_COOKIE_NEEDS_UPDATE") and request.META["CSRF_COOKIE"] == sent:
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
            patch_vary_headers(response, ("Cookie",))
        return super().process_response(request, response)


class AllowedHostMiddleware:
    """Answers 400 to a host name that isn't ours, with one line in the log; scanners try many.

    Goes before the rest: every later asking for the name, even an error page's, would be another traceback.
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
    """The policy that lets nothing but our own files run. Django 5.2 sets the other usual headers itself."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class CacheControlMiddleware:
    """What a shared computer may keep: nothing of accounts and the admin, other pages only to be asked for anew.

    Views that know better say so themselves. Stands behind the static files, which may be kept for ever.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        from config.urls import NO_STORE_PREFIXES  # not before the apps are there

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
    """Its address says all that it depends on: neither the session nor a language. A cookie is never everybody's."""
    if response.cookies:
        response.headers["Cache-Control"] = "private, no-cache"
    elif "Vary" in response.headers:
        del response.headers["Vary"]


class BodyLimitMiddleware:
    """Answers 413 to a body that no form of ours could have, before anything reads it.

    Stands behind the language and log-in middleware because the page it shows needs both. A body without a length is
    no worry: WSGI lets Django read none of it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        limit = get_body_limit(request.path)
        if length.isdecimal() and int(length) > limit:
            return render(request, "413.html", {"limit_kb": limit // 1024}, status=413)
        return self.get_response(request)


class FormEncodingMiddleware:
    """Answers 400 to a form in another encoding than ours, or one that can't be taken apart.

    Before anything else looks at it: errors then would reach error pages, which look at it too.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request) if _is_readable(request) else render(request, "400.html", status=400)


def _is_readable(request: HttpRequest) -> bool:
    if (request.encoding or "utf-8").lower() != "utf-8":
        return False
    try:
        request.POST  # noqa: B018  # taken apart when first asked for
    except (MultiPartParserError, SuspiciousOperation):
        return False
    return True


class AdminLookupMiddleware:
    """Leads to the whole list where an address asks the admin for what no database can hold, and says so.

    Its lists' filters, searches and actions take values from the address as they come: a year of 10²⁰, a NUL for
    PostgreSQL, one end of a range. Django's own answer to what a filter can't read is the same, without a word. What
    is posted: 400.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        match = request.resolver_match
        at_a_list = match and match.app_name == "admin" and (match.url_name or "").endswith("_changelist")
        if not (at_a_list and _is_invalid_lookup(problem)):
            return None
        logger.warning("refused a lookup at %s: %s", request.path, problem)
        if request.method == "POST" or not request.GET:
            return render(request, "400.html", status=400)
        messages.warning(request, gettext("The list can’t be filtered or sorted by that. Here is all of it."))
        return redirect(request.path)


def _is_invalid_lookup(problem: Exception) -> bool:
    """Whether no statement could be made of it, or the database read it and refused; not that it is away or locked."""
    if isinstance(problem, OperationalError):  # SQLite says so of a pattern: too long, or no regular expression
        return getattr(problem.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    if isinstance(problem, ProgrammingError):  # more values than the statement has room for: never sent
        return getattr(problem.__cause__, "sqlstate", None) is None
    return isinstance(problem, (ValueError, OverflowError, IndexError, DataError))
