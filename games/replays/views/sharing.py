"""Sharing a finished match, and playing on from a position of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.services.users import person_of
from games.replays.forks.services import fork_open, fork_origin
from games.replays.imports.errors import strange_refused
from games.replays.imports.selectors import record_access
from games.replays.sharing.preview_image import preview_of
from games.replays.sharing.services import sharing_wish
from games.replays.viewer.access import ended_access
from games.replays.viewer.sidebar import around
from games.tables.errors import Malformed
from games.tables.views.errors import answers_refusals, check_rate
from games.tables.views.seats import opened_told, person_here, to_table


@require_safe
@answers_refusals
@strange_refused
def beside(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """What stands around a position, alone: for a page that goes from one to the next by itself."""
    access = record_access(public_id, request.user.pk)
    if not 0 < n <= access.table.seq or _number(request.GET.get("seat", "0")) is None:
        raise Http404
    return render(request, "replays/around.html", {"around": around(request, access, n)})


@require_safe
@cache_control(private=True, max_age=3600)
@answers_refusals
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture that a link to the match comes with."""
    png = preview_of(ended_access(public_id, request.user.pk).table)
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png")


def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who may see it, as one who took part wishes. A GET (a reload after a refusal) shows the replay."""
    return _wished(request, public_id) if request.method == "POST" else redirect("replays:replay", public_id)


def fork(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Play on from there; a guest account is made for whoever has none. A GET shows the position."""
    return _forked(request, public_id, n) if request.method == "POST" else redirect("replays:replay_at", public_id, n)


@require_POST
@answers_refusals
def _wished(request: HttpRequest, public_id: str) -> HttpResponse:
    wish, n = _number(request.POST.get("sharing", "")), _number(request.POST.get("n", ""))
    if wish is None:
        raise Malformed("malformed")
    ended_access(public_id, request.user.pk)
    sharing_wish(public_id=public_id, user_id=person_here(request), sharing=wish)
    return redirect("replays:replay", public_id) if n is None else redirect("replays:replay_at", public_id, n)


@require_POST
@answers_refusals
@strange_refused
def _forked(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """A script that adds its reader's phrase asks with `open` for a table that has not begun (phrases.js)."""
    access, seat = record_access(public_id, request.user.pk), _number(request.POST.get("seat", ""))
    against, level = request.POST.get("against", ""), request.POST.get("level", "normal")
    if seat is None:
        raise Malformed("malformed")
    origin = fork_origin(access, n, seat=seat, against=against, level=level)
    check_rate(request, "table", "too-many-address")
    by_script = request.POST.get("open") == "1"
    table = fork_open(
        origin, user_id=person_of(request).pk, seat=seat, seats=len(access.seats), against=against, level=level,
        start=not by_script,
    )  # fmt: skip
    if not by_script:
        return to_table(table.public_id)
    full = not any(one.vacant for one in table.seats.all())
    return opened_told(request, table, seat=seat, full=full)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None
