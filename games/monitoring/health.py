"""Health checks for orchestrators, load balancers and monitors. They accept any client and host name.

    /livez     200: this web process responds. For whatever restarts it otherwise
    /readyz    200: it can serve pages: its database responds and is fully migrated. For load balancers
    /healthz   200: all parts of the site are well, including workers. For people and alerts, never for restarts

`{"ok": …, "status": …, "parts": {…}}`. While the process is loading or about to stop, `config.server.http.uvicorn`
responds instead.
"""

import math
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.monitoring.stats import get_dashboard_stats

GRACE_SECONDS = 60.0  # after a web process starts, queues get this long to show a first heartbeat
OPERATOR_FIELDS = (
    "reports", "oldest_report", "overdue", "stuck", "orphaned", "failed", "watchdog", "broken_off", "dealt_strict",
    "beats", "silent",
)  # fmt: skip
OK, STARTING, FALLBACK, SILENT, UNMIGRATED, AWAY = "ok", "starting", "fallback", "silent", "unmigrated", "away"
WORSE_AND_WORSE = (OK, STARTING, FALLBACK, SILENT, UNMIGRATED, AWAY)


@require_safe
@never_cache
def livez(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Return 200 while this process responds.

    Checks nothing else: a missing database is no reason to kill the process.
    """
    return _json_response(OK)


@require_safe
@never_cache
def readyz(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Report whether pages can be served. 1 query.

    A missing Redis is reported but still 200: pages and moves work without it, and otherwise all web processes would be
    taken out of service together.
    """
    return _json_parts({"database": _get_database_status(), "cache": _get_cache_status()})


@require_safe
@never_cache
def healthz(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Report the state of all parts of the site, with statistics for operators. `age` is this process's, in seconds."""
    parts = {"database": _get_database_status(), "cache": _get_cache_status()}
    if parts["database"] != OK:
        return _json_parts(parts, must_be_whole=True)
    try:
        stats = get_dashboard_stats()
    except Error:
        return _json_parts(parts | {"database": AWAY}, must_be_whole=True)
    quiet = STARTING if age < GRACE_SECONDS else SILENT
    parts |= {queue: quiet if queue in stats.silent else OK for queue in stats.beats}
    details = {name: getattr(stats, name) for name in OPERATOR_FIELDS} if is_operator(request) else {}
    return _json_parts(parts, must_be_whole=True, **details)


def _get_database_status() -> str:
    try:
        if not _migrations.are_applied():
            return UNMIGRATED
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return AWAY
    return OK


class MigrationCheck:
    """Check that the database has all migrations known to this code; cached once true.

    Additional migrations are fine: during an update, the old version runs with the new version's database.
    """

    def __init__(self) -> None:
        self.applied = False

    def are_applied(self) -> bool:
        if not self.applied:
            executor = MigrationExecutor(connection)
            self.applied = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        return self.applied


_migrations = MigrationCheck()


def _get_cache_status() -> str:
    """Return the state of the cache; `fallback`: each process uses its own (config.redis_cache)."""
    is_away: Callable[[], bool] | None = getattr(cache, "is_away", None)
    return FALLBACK if is_away and is_away() else OK


def _json_parts(parts: dict[str, str], *, must_be_whole: bool = False, **details: object) -> HttpResponse:
    """Respond with the state of each part. `must_be_whole`: a fallback isn't 200 either."""
    worst = max(parts.values(), key=WORSE_AND_WORSE.index)
    is_ok = worst in (OK, STARTING) or (worst == FALLBACK and not must_be_whole)
    return _json_response(worst, is_ok=is_ok, parts=parts, **details)


def _json_response(status: str, *, is_ok: bool = True, **fields: object) -> HttpResponse:
    response = JsonResponse({"ok": is_ok, "status": status, **fields}, status=200 if is_ok else 503)
    if not is_ok:
        response.headers["Retry-After"] = "5"
    return response


def is_operator(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    expected = settings.METRICS_TOKEN
    return bool(expected) and kind.lower() == "bearer" and constant_time_compare(token.strip(), expected)


urlpatterns = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("healthz", healthz, name="healthz"),
]
