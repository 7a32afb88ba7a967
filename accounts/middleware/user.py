"""Pages in the language and the time zone a person has chosen, and the cookie by which a browser is known again.

LocaleMiddleware knows the cookie and the browser's wish, neither the person nor a link; AuthenticationMiddleware asks
for the person once more. Cookies are set, signed and read by Django.
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

LANGUAGE_PARAMETER = "hl"  # in an address


class SessionUserMiddleware(AuthenticationMiddleware):
    """`request.user`, without asking for the person once more whom the session was read with (accounts.sessions).

    Only where Django would find nothing amiss; all else is left to it.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _get_session_user(request) or get_user(request))  # type: ignore[assignment]


def _get_session_user(request: HttpRequest) -> User | None:
    """The person who was read with the session, if the log-in is theirs, still holds, and they may log in."""
    session = request.session
    claimed, backend, kept = (session.get(key) for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY))
    person: User | None = session.person  # type: ignore[attr-defined]  # accounts.sessions
    if person is None or claimed != str(person.pk) or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    holds = person.is_active and constant_time_compare(kept or "", person.get_session_auth_hash())
    return person if holds else None


class SessionSeenMiddleware:
    """Notes once a day that a log-in is in use: its person may look for one that is not theirs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            login_sessions.record_visit(request)
        return self.get_response(request)


class UserLanguageMiddleware:
    """Goes before the cookie and the browser's wish, which LocaleMiddleware has applied; stands after the log-in's.

    A link may name the language of its page (`?hl=ja`). It changes nobody's own choice; whoever has made none and opens
    it keeps it until the browser is closed, so that the next page is in the same one. A HEAD, or what a browser or a
    messenger fetches beforehand, is nobody's opening a page, and keeps nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        own = getattr(request.user, "language", "") or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        linked = request.GET.get(LANGUAGE_PARAMETER, "") if request.method in ("GET", "HEAD") else ""
        linked = linked if linked in dict(settings.LANGUAGES) else ""
        if language := linked or getattr(request.user, "language", ""):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        response = self.get_response(request)
        if linked and not own and _is_page_visit(request):
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, linked, samesite="Lax", secure=request.is_secure())
        return response


def _is_page_visit(request: HttpRequest) -> bool:
    """Whether somebody opens a page by it. Browsers too old to say what it is for count as doing so."""
    purposes = f"{request.headers.get('Sec-Purpose', '')} {request.headers.get('Purpose', '')}"
    is_page = request.headers.get("Sec-Fetch-Dest", "document") in ("document", "empty")  # by itself, or by our worker
    return request.method == "GET" and "prefetch" not in purposes and is_page


class UserTimeZoneMiddleware:
    """Times by the wall clock of whoever has chosen one; scripts show everybody's in the browser's own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not getattr(request.user, "time_zone", ""):
            return self.get_response(request)
        with timezone.override(get_time_zone(request.user)):  # type: ignore[arg-type]  # somebody, as they have a zone
            return self.get_response(request)


class NetworkFingerprintMiddleware:
    """Where people come from when they do something, for `accounts.staff.conflicts_of_interest`. Stands behind the
    gate."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and isinstance(request.user, User):
            network_fingerprints.record_network_daily(request, request.user)
        return self.get_response(request)


class DeviceCookieMiddleware:
    """Whoever has logged in with this request, by whatever way, gets the cookie with the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        browser_devices.set_device_cookie(request, response)
        return response
