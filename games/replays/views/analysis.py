"""Analyses of ended matches: requested by logged-in people who may see the replay."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.replays.analysis.selectors import get_analysis_page, get_first_seat
from games.replays.analysis.services import request_analysis
from games.replays.viewer.access import get_ended_access
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.views.errors import render_errors, require_rate


@require_safe
@render_errors
def choose(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to the reader's seat, or the first person's."""
    seat = get_first_seat(get_ended_access(public_id, request.user.pk))
    if seat is None:
        raise ConflictError("no-analysis")
    return redirect("replays:analysis", public_id, seat)


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
def analysis(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """A seat's decisions, or how far the job is. A POST asks for it."""
    access = get_ended_access(public_id, request.user.pk)
    if request.method == "POST":
        if request.user.pk is None:
            raise ForbiddenError("sign-in-first")
        require_rate(request, "analysis", "too-many-analyses-per-address")
        request_analysis(access, seat, request.user.pk)
        return redirect("replays:analysis", public_id, seat)
    steps = request.GET.get("steps") == "1"  # for the viewer, which asks for what it shows
    page = get_analysis_page(access, seat)
    return render(request, "replays/analysis/analysis.html", {"page": page, "steps": steps})


@require_safe
@render_errors
def position(request: HttpRequest, public_id: str, seat: int, n: int) -> HttpResponse:
    """Show the ratings of the decision taken in position `n`, as a fragment next to the board."""
    page = get_analysis_page(get_ended_access(public_id, request.user.pk), seat)
    here = page.get_decision_at(n)
    if here is None:
        raise Http404
    return render(request, "replays/analysis/_position.html", {"one": here})
