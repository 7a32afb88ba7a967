"""Whether the site lives, for orchestrators, load balancers and monitors. Who asks, and by what name, is all one.

    /livez     200: this web process answers. For who starts it anew if not
    /readyz    200: it can show pages: its database answers and has all that this version needs. For who sends it people
    /healthz   200: all parts of the site do well, the workers too. For people and alerts, never for who ends processes

`{"ok": …, "status": …, "parts": {…}}`. While the process is still being loaded, and when it is about to end,
`config.server.http.uvicorn` answers in their stead.
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

GRACE_SECONDS = 60.0  # of a web process's life: so long a queue may have had no occasion yet to show life
OPERATOR_FIELDS = (
    "reports", "oldest_report", "overdue", "stuck", "orphaned", "failed", "watchdog", "broken_off", "dealt_strict",
    "beats", "silent",
)  # fmt: skip
OK, STARTING, FALLBACK, SILENT, UNMIGRATED, AWAY = "ok", "starting", "fallback", "silent", "unmigrated", "away"
WORSE_AND_WORSE = (OK, STARTING, FALLBACK, SILENT, UNMIGRATED, AWAY)


@require_safe
@never_cache
def livez(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """200 as long as this process answers at all. Asks nobody else: a database that is away is no reason to kill it."""
    return _json_response(OK)


@require_safe
@never_cache
def readyz(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """Whether pages can be shown. 1 query.

    A Redis that is away is said, and no reason to send nobody any more: pages and moves go on without it, and all web
    processes would be taken out at once.
    """
    return _json_parts({"database": _get_database_status(), "cache": _get_cache_status()})


@require_safe
@never_cache
def healthz(request: HttpRequest, age: float = math.inf) -> HttpResponse:
    """How all parts of the site do; to an operator also the figures. `age` is this process's, in seconds."""
    parts = {"database": _get_database_status(), "cache": _get_cache_status()}
    if parts["database"] != OK:
        return _json_parts(parts, must_be_whole=True)
    try:
        found = get_dashboard_stats()
    except Error:
        return _json_parts(parts | {"database": AWAY}, must_be_whole=True)
    quiet = STARTING if age < GRACE_SECONDS else SILENT
    parts |= {queue: quiet if queue in found.silent else OK for queue in found.beats}
    details = {name: getattr(found, name) for name in OPERATOR_FIELDS} if is_operator(request) else {}
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
    """Whether the database has all migrations that this code knows. Once it has, nobody asks again.

    More than these are no matter: while the site is updated, the former version runs beside the new one's database.
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
    """`fallback`: each process counts for itself (config.redis_cache)."""
    is_away: Callable[[], bool] | None = getattr(cache, "is_away", None)
    return FALLBACK if is_away and is_away() else OK


def _json_parts(parts: dict[str, str], *, must_be_whole: bool = False, **details: object) -> HttpResponse:
    """`must_be_whole`: a part in whose place another serves is no 200 either."""
    worst = max(parts.values(), key=WORSE_AND_WORSE.index)
    is_ok = worst in (OK, STARTING) or (worst == FALLBACK and not must_be_whole)
    return _json_response(worst, is_ok=is_ok, parts=parts, **details)


def _json_response(status: str, *, is_ok: bool = True, **more: object) -> HttpResponse:
    response = JsonResponse({"ok": is_ok, "status": status, **more}, status=200 if is_ok else 503)
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
