"""Whether the site lives, for machines: load balancers, Kubernetes, a monitor. Who asks, and by what name, is all one.

    /healthz/live    200: this web process answers
    /healthz/ready   200: and the database does; else 503
    /healthz         200: and every queue has shown life; else 503. With the operator's token also what is wrong

`{"ok": …, "status": "ok" | "starting" | "no-database" | "silent"}`. While the process is still being loaded,
`config.server.http.uvicorn` answers in their stead.
"""

import math

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.monitoring.stats import get_dashboard_stats

GRACE_SECONDS = 60.0  # of a web process's life: so long a queue may have had no occasion yet to show life
OPERATOR_FIELDS = (
    "reports", "oldest_report", "overdue", "stuck", "orphaned", "failed", "watchdog", "broken_off", "dealt_strict",
    "beats", "silent",
)  # fmt: skip


@require_safe
@never_cache
def live(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """200 as long as this process answers at all. Asks nobody else: a database that is away is no reason to kill it."""
    return _json_response("ok")


@require_safe
@never_cache
def ready(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Whether pages can be shown. 1 query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return _json_response("no-database")
    return _json_response("ok")


@require_safe
@never_cache
def healthz(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Whether database and workers live. `age` is this process's, in seconds."""
    try:
        found = get_dashboard_stats()
    except Error:
        return _json_response("no-database")
    status = "ok"
    if found.silent:
        status = "starting" if age < GRACE_SECONDS else "silent"
    details = {name: getattr(found, name) for name in OPERATOR_FIELDS} if is_operator(request) else {}
    return _json_response(status, **details)


def _json_response(status: str, **details: object) -> HttpResponse:
    is_ok = status in ("ok", "starting")
    response = JsonResponse({"ok": is_ok, "status": status, **details}, status=200 if is_ok else 503)
    if not is_ok:
        response.headers["Retry-After"] = "5"
    return response


def is_operator(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    expected = settings.METRICS_TOKEN
    return bool(expected) and kind.lower() == "bearer" and constant_time_compare(token.strip(), expected)


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("healthz/live", live, name="healthz_live"),
    path("healthz/ready", ready, name="healthz_ready"),
]
