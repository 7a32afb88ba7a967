"""The house's health for machines: whether it lives, for anybody; how it does, for who has the operator's token."""

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from games.inspector.figures import figures
from games.inspector.metrics import text


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 where database and workers answer, else 503; with the token also what is wrong."""
    try:
        found = figures()
    except DatabaseError:
        return JsonResponse({"ok": False}, status=503)
    told: dict[str, object] = {"ok": not found.silent}
    if _is_operator(request):
        names = ("reports", "oldest_report", "overdue", "stuck", "orphaned", "failed", "watchdog", "beats", "silent")
        told |= {name: getattr(found, name) for name in names}
    return JsonResponse(told, status=200 if told["ok"] else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus. There is no such page for anybody else."""
    if not _is_operator(request):
        raise Http404
    return HttpResponse(text(figures()), content_type=CONTENT_TYPE_LATEST)


def _is_operator(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    expected = settings.METRICS_TOKEN
    return bool(expected) and kind.lower() == "bearer" and constant_time_compare(token.strip(), expected)
