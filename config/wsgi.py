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
    """Serve pages. Ignores content types with encoded parameters (RFC 2231).

    None of our forms uses them, and Django raises an exception for some before any middleware could handle it.
    """
    if "*" in environ.get("CONTENT_TYPE", ""):
        environ["CONTENT_TYPE"] = ""
    return django(environ, start_response)
