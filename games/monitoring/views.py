"""Metrics for Prometheus."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from games.monitoring.backlog import get_backlog
from games.monitoring.health import is_operator
from games.monitoring.metrics import render_metrics
from games.monitoring.stats import get_dashboard_stats


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return metrics for Prometheus; 404 without the operator's token."""
    if not is_operator(request):
        raise Http404
    figures = get_dashboard_stats()
    return HttpResponse(render_metrics(figures, get_backlog(figures.at)), content_type=CONTENT_TYPE_LATEST)
