"""The log and the replay of a table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.selectors.access import Access, table_access
from games.selectors.log import log_page
from games.selectors.replay import replay_first, replay_page
from games.selectors.verify import table_verified
from games.services.errors import Conflict
from games.views.refusals import answers_refusals


@require_safe
@answers_refusals
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """The replay begins at the start: whoever opens it has not been told the result."""
    first = replay_first(_ended(request, public_id).table)
    if not first:
        raise Http404
    return redirect("games:replay_at", public_id, first)


@require_safe
@answers_refusals
def replay_at(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """One address per position; `?seat=` for a seat's eyes, `?open=1` for all hands."""
    access = _ended(request, public_id)
    seat = request.GET.get("seat", "")
    if seat and not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
        raise Http404
    page = replay_page(access, n, int(seat) if seat else None, everything=request.GET.get("open") == "1")
    if page is None:
        raise Http404
    return render(request, "games/replay.html", {"replay": page})


@require_safe
@answers_refusals
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Was it fair? Recomputed while you wait."""
    access = _ended(request, public_id)
    return render(request, "games/verify.html", {"report": table_verified(access.table)})


@require_safe
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole log as the reader may see it, a page at a time, newest page first."""
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    wanted = request.GET.get("page", "")
    page = log_page(access, int(wanted) if wanted.isdecimal() and len(wanted) < 7 else None)
    return render(request, "games/log.html", {"page": page, "page_number": page.number, "pages": page.pages})


def _ended(request: HttpRequest, public_id: str) -> Access:
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    if not access.table.ended:
        raise Conflict("not-ended")
    return access
