"""A browser stripped to what the server sees of it: WSGI requests with a session, a CSRF token and a body."""

import io
import time
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.wsgi import get_wsgi_application

CSRF = "x" * 32
BACKEND = settings.AUTHENTICATION_BACKENDS[0]


class Browser:
    """Somebody logged in. `post` returns the status and the seconds the application took."""

    application: Any = None

    def __init__(self, user: Any) -> None:
        Browser.application = Browser.application or get_wsgi_application()
        session = SessionStore()
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), BACKEND
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self.cookies = f"sessionid={session.session_key}; csrftoken={CSRF}"

    def post(self, path: str, fields: list[tuple[str, str]]) -> tuple[int, float]:
        body = urlencode([*fields, ("csrfmiddlewaretoken", CSRF)]).encode()
        environ = {
            "REQUEST_METHOD": "POST", "PATH_INFO": path, "SERVER_NAME": "testserver", "SERVER_PORT": "80",
            "wsgi.input": io.BytesIO(body), "wsgi.errors": io.StringIO(), "wsgi.url_scheme": "http",
            "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "HTTP_COOKIE": self.cookies, "HTTP_HX_REQUEST": "true", "HTTP_ACCEPT_LANGUAGE": "en",
            "REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1",
        }  # fmt: skip
        status: list[str] = []
        begin = time.perf_counter()
        response = Browser.application(environ, lambda line, _headers: status.append(line))
        b"".join(response)
        response.close()
        return int(status[0][:3]), time.perf_counter() - begin
