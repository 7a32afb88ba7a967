"""Django as a WSGI application: the pages, for any WSGI server."""

import os
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.db import time_limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django = get_wsgi_application()
time_limits.limit_statements(settings.PAGE_STATEMENT_TIMEOUT, on_server=not settings.IS_BEHIND_PGBOUNCER)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The pages. A content type with encoded parameters (RFC 2231) is taken for one that says nothing.

    No form of ours has one, and Django raises at some before any middleware could answer.
    """
    if "*" in environ.get("CONTENT_TYPE", ""):
        environ["CONTENT_TYPE"] = ""
    return django(environ, start_response)
