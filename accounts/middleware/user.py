"""Middleware for the current user: session, language, time zone, network and device cookie.

Django's LocaleMiddleware knows the cookie and the Accept-Language header, but neither the user's choice nor links with
a language; its AuthenticationMiddleware queries the user again.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.services import browser_devices, login_sessions, network_fingerprints
from accounts.services.availability import get_time_zone

LANGUAGE_PARAMETER = "hl"  # in the query string


class SessionUserMiddleware(AuthenticationMiddleware):
    """Sets `request.user` to the row loaded with the session (accounts.sessions), which saves a query.

    Only if the log-in is valid; everything else is left to Django.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _get_session_user(request) or get_user(request))  # type: ignore[assignment]


def _get_session_user(request: HttpRequest) -> User | None:
    """Return the user loaded with the session, if the log-in is theirs, still valid, and they are active."""
    session = request.session
    claimed, backend, session_hash = (session.get(key) for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY))
    person: User | None = session.person  # type: ignore[attr-defined]  # accounts.sessions
    if person is None or claimed != str(person.pk) or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    holds = person.is_active and constant_time_compare(session_hash or "", person.get_session_auth_hash())
    return person if holds else None


class SessionSeenMiddleware:
    """Records once a day that a session is in use, for the list of sessions on the account page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            login_sessions.record_visit(request)
        return self.get_response(request)


class UserLanguageMiddleware:
    """Activates the user's language, or that of a link (`?hl=ja`). Comes after LocaleMiddleware and authentication.

    A link never changes a language that was chosen. Visitors without a choice keep the link's language in a session
    cookie, so that the next page has the same one. HEAD requests and prefetches by browsers or messengers don't count
    as visits and set no cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen_language = getattr(request.user, "language", "") or request.COOKIES.get(
            settings.LANGUAGE_COOKIE_NAME, ""
        )
        linked = request.GET.get(LANGUAGE_PARAMETER, "") if request.method in ("GET", "HEAD") else ""
        linked = linked if linked in dict(settings.LANGUAGES) else ""
        if language := linked or getattr(request.user, "language", ""):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        response = self.get_response(request)
        if linked and not chosen_language and _is_page_visit(request):
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, linked, samesite="Lax", secure=request.is_secure())
        return response


def _is_page_visit(request: HttpRequest) -> bool:
    """Return whether the request is a visit of a page. Browsers too old to send these headers count as visits."""
    purposes = f"{request.headers.get('Sec-Purpose', '')} {request.headers.get('Purpose', '')}"
    # navigation, or fetched by our service worker
    is_page = request.headers.get("Sec-Fetch-Dest", "document") in ("document", "empty")
    return request.method == "GET" and "prefetch" not in purposes and is_page


class UserTimeZoneMiddleware:
    """Activates the time zone that the user has chosen; for others, scripts show times in the browser's zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not getattr(request.user, "time_zone", ""):
            return self.get_response(request)
        with timezone.override(get_time_zone(request.user)):  # type: ignore[arg-type]  # set, because they have a time zone
            return self.get_response(request)


class NetworkFingerprintMiddleware:
    """Records where people come from when they act, for `accounts.staff.conflicts_of_interest`.

    Comes after the sanctions.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and isinstance(request.user, User):
            network_fingerprints.record_network_daily(request, request.user)
        return self.get_response(request)


class DeviceCookieMiddleware:
    """Sets the device cookie after any kind of log-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        browser_devices.set_device_cookie(request, response)
        return response
