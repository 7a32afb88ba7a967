"""Sharing a finished match, its moments as pictures, and playing on from a position of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.replays.forks.services import create_fork_table, get_fork_origin
from games.replays.imports.errors import handle_import_errors
from games.replays.imports.selectors import get_record_access
from games.replays.moments.pictures import RETRY_SECONDS, BusyDrawingError, find_moment, get_moment_picture
from games.replays.rate_limits import require_download_rate
from games.replays.sharing.preview_image import get_preview
from games.replays.sharing.services import set_sharing
from games.replays.viewer.access import get_ended_access
from games.replays.viewer.perspective import Perspective, Viewpoint, get_perspective
from games.replays.viewer.sidebar import build_sidebar
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.views.errors import render_errors
from games.tables.views.seats import new_table_response, redirect_to_table, require_user_id
from games.tables.views.sent_forms import create_table_once


@require_safe
@render_errors
@handle_import_errors
def sidebar(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Show the surroundings of a position as a fragment, for pages that step through positions."""
    access = get_record_access(public_id, request.user.pk)
    if not 0 < n <= access.table.last_seq or _number(request.GET.get("seat", "0")) is None:
        raise Http404
    return render(request, "replays/viewer/_sidebar.html", {"around": build_sidebar(request, access, n)})


@require_safe
@cache_control(private=True, max_age=3600)
@render_errors
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture that a link to the match comes with."""
    png = get_preview(get_ended_access(public_id, request.user.pk).table)
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png")


def _refuse_when_busy(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 503 while too many others have pictures drawn."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except BusyDrawingError:
            sentence = _("Other pictures are being made. Please try again in a few seconds.")
            return HttpResponse(
                sentence,
                status=503,
                content_type="text/plain; charset=utf-8",
                headers={"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"},
            )

    return wrapped


@require_safe
@render_errors
@_refuse_when_busy
def moment(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to the deciding position."""
    look = _get_shared_look(request, public_id)
    require_download_rate(request)
    return redirect("replays:position", public_id, find_moment(look))


@require_safe
@render_errors
@_refuse_when_busy
def moment_picture(request: HttpRequest, public_id: str, n: int | None = None) -> HttpResponse:
    """Position `n`, or the deciding one, as a picture to be shared."""
    look = _get_shared_look(request, public_id)
    require_download_rate(request)
    if n is not None and not look.has_position(n):
        raise Http404
    png = get_moment_picture(look, n)
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def _get_shared_look(request: HttpRequest, public_id: str) -> Perspective:
    """A spectator's, at an ended match that opens by its link: what its people keep to themselves is no picture."""
    access = get_ended_access(public_id, request.user.pk)
    if access.table.is_participants_only:
        raise ForbiddenError("not-shared")
    look = get_perspective(access, Viewpoint())
    if look is None or not look.has_position(look.last):
        raise Http404
    return look


def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Store a participant's choice of who may see it. A GET (a reload after a refusal) shows the replay."""
    return _handle_share(request, public_id) if request.method == "POST" else redirect("replays:detail", public_id)


def fork(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Play on from there; a stranger becomes a guest. A GET shows the position."""
    return (
        _handle_fork(request, public_id, n) if request.method == "POST" else redirect("replays:position", public_id, n)
    )


@require_POST
@render_errors
def _handle_share(request: HttpRequest, public_id: str) -> HttpResponse:
    wish, n = _number(request.POST.get("sharing", "")), _number(request.POST.get("n", ""))
    if wish is None:
        raise BadRequestError("malformed")
    get_ended_access(public_id, request.user.pk)
    set_sharing(public_id=public_id, user_id=require_user_id(request), sharing=wish)
    return redirect("replays:detail", public_id) if n is None else redirect("replays:position", public_id, n)


@require_POST
@render_errors
@handle_import_errors
def _handle_fork(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """A script that adds its reader's client seed (quick_deal_controller.js) asks with `open` for a table not begun."""
    access, seat = get_record_access(public_id, request.user.pk), _number(request.POST.get("seat", ""))
    against, level = request.POST.get("against", ""), request.POST.get("level", "normal")
    if seat is None:
        raise BadRequestError("malformed")
    origin = get_fork_origin(access, n, seat=seat, against=against, level=level)
    by_script = request.POST.get("open") == "1"
    setup: dict[str, Any] = {"seat": seat, "seats": len(access.seats), "against": against, "level": level}
    table = create_table_once(
        request, lambda user: create_fork_table(origin, user_id=user.pk, start=not by_script, **setup)
    )
    if not by_script:
        return redirect_to_table(table.public_id)
    full = not any(other.is_vacant for other in table.seats.all())
    return new_table_response(request, table, seat=seat, full=full)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else None
