"""A browser stripped to what the server sees of it: WSGI requests with a session, a CSRF token and a body."""

import io
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings

CSRF = "x" * 32
# What `django-admin startproject` writes into a new project's settings.
PLAIN = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
PLAIN_SESSIONS = "django.contrib.sessions.backends.db"


@dataclass(frozen=True, slots=True)
class Site:
    """A WSGI application and the sessions it knows."""

    application: Callable[..., Iterable[bytes]]
    sessions: str


@cache
def ours() -> Site:
    return Site(get_wsgi_application(), settings.SESSION_ENGINE)


@cache
def plain_django() -> Site:
    """The same addresses behind the middleware of a new Django project: what we do to ours doesn't move it."""
    ours()
    with override_settings(MIDDLEWARE=PLAIN, SESSION_ENGINE=PLAIN_SESSIONS):
        return Site(WSGIHandler(), PLAIN_SESSIONS)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float  # that the application took


class Browser:
    """A logged-in person. `get` and `post` send what htmx sends."""

    def __init__(self, user: Any, site: Site | None = None) -> None:
        self.site = site or ours()
        session = import_module(self.site.sessions).SessionStore()
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self.cookies = f"sessionid={session.session_key}; csrftoken={CSRF}"

    def get(self, path: str, query: str = "", **headers: str) -> Answer:
        return self._ask({"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, **headers}, b"")

    def post(self, path: str, fields: list[tuple[str, str]], query: str = "") -> Answer:
        body = urlencode([*fields, ("csrfmiddlewaretoken", CSRF)]).encode()
        form = {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded"}
        return self._ask({"REQUEST_METHOD": "POST", "PATH_INFO": path, "QUERY_STRING": query, **form}, body)

    def _ask(self, request: dict[str, str], body: bytes) -> Answer:
        environ = {
            "SERVER_NAME": "testserver", "SERVER_PORT": "80", "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(), "wsgi.url_scheme": "http", "HTTP_COOKIE": self.cookies,
            "HTTP_HX_REQUEST": "true", "HTTP_ACCEPT_LANGUAGE": "en", "HTTP_ACCEPT_ENCODING": "gzip, deflate",
            "REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1", **request,
        }  # fmt: skip
        head: list[Any] = []
        begin = time.perf_counter()
        response: Any = self.site.application(environ, lambda line, headers: head.extend((line, headers)))
        content = b"".join(response)
        response.close()
        seconds = time.perf_counter() - begin
        return Answer(int(head[0][:3]), dict(head[1]), content, seconds)
