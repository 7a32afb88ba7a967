"""The pages and fragments of the viewer: an ended match for all who may see it, a running one for who plays it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.replays.imports.errors import strange_refused
from games.replays.imports.selectors import brought_access
from games.replays.rate_limits import read_counted
from games.replays.viewer.log import log_in_parts, log_names, log_page_of, log_stretch
from games.replays.viewer.name_placeholders import named
from games.replays.viewer.page import Replay
from games.replays.viewer.perspective import Eyes, Look, look_at
from games.replays.viewer.position import sight_at
from games.replays.viewer.sidebar import around
from games.tables.access import Access, table_access
from games.tables.errors import Conflict
from games.tables.views.errors import answers_refusals

FOR_EVER = "max-age=31536000, public, immutable"


@require_safe
@answers_refusals
@strange_refused
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """To position `?n=`, or to where one begins, with one's own seat's eyes.

    An ended match is begun at its start: whoever opens it has not been told the result; a running one at the present.
    """
    access = _access(request, public_id)
    eyes = _eyes(request) if {"n", "seat", "open"} & set(request.GET) or not access.own else Eyes(access.own.number)
    look = _look(access, eyes)
    wanted = request.GET.get("n", "")
    begin = look.last if look.live else look.first
    n = min(max(int(wanted), look.first), look.last) if _is_number(wanted) else begin
    query = Replay(look, n, _everything(request)).query
    if not look.has(n):
        raise Http404
    return redirect(f"{reverse('replays:replay_at', args=(public_id, n))}{query}")


@require_safe
@answers_refusals
@strange_refused
def replay_at(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """One address per position; `?seat=` for a seat's eyes, `?open=1` for all that is hidden.

    `?all=1` shows what comes later as well, `?log=` another page of the log.
    """
    look = _look_from(request, public_id, n)
    page = Replay(look, n, _everything(request))
    wanted = request.GET.get("log", "")
    number = int(wanted) if _is_number(wanted) else log_page_of(look, n)
    known = None if page.everything else n
    near = {"query": page.query, "pages_at": page.log_pages, "hides": known, "known": known and log_page_of(look, n)}
    log = _log(look, number, near)
    position = _drawn("replays/position.html", look, {"position": sight_at(look, n)})
    return render(request, "replays/replay.html", {
        "replay": page.shown, "position": named(position, page.names), "log": named(log, page.names),
        "around": None if look.live else around(request, look.access, n),
    })  # fmt: skip


@require_safe
@answers_refusals
@strange_refused
def replay_step(request: HttpRequest, public_id: str, n: int, key: str) -> HttpResponse:
    """A position alone, without names. The key in the address names its content."""
    look = _look_from(request, public_id, n)
    return _kept(request, look, key, lambda: _drawn("replays/position.html", look, {"position": sight_at(look, n)}))


@require_safe
@answers_refusals
@strange_refused
def replay_log(request: HttpRequest, public_id: str, number: int, key: str) -> HttpResponse:
    """A page of the log alone, without names."""
    look = _look(_access(request, public_id), _eyes(request))
    query = f"?{look.eyes.query}" if look.eyes.query else ""
    return _kept(request, look, key, lambda: _log(look, number, {"query": query, "pages_at": "?", "hides": None}))


@require_safe
@answers_refusals
@strange_refused
def replay_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole match in words, to be read or printed."""
    access = _access(request, public_id)
    if not access.table.ended:
        raise Conflict("not-ended")
    read_counted(request)
    look = _look(access, _eyes(request))
    if not look.has(look.last):
        raise Http404
    page = Replay(look, look.last, everything=True)
    parts = {"parts": log_in_parts(look, page.chapters), "names": log_names(look)}
    text = _drawn("replays/text_log.html", look, {**parts, "position": sight_at(look, look.last)})
    return render(request, "replays/text.html", {"replay": page.shown, "text": named(text, page.names)})


def _kept(request: HttpRequest, look: Look, key: str, drawn: Callable[[], str]) -> HttpResponse:
    """No page, so it is nobody's (`games.pwa`). Of a public match everybody may keep it for good."""
    if key != look.key:
        raise Http404
    etag = f'"{key}"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(drawn(), content_type="text/plain; charset=utf-8")
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = FOR_EVER if look.public else "private, no-cache"
    return response


def _log(look: Look, number: int, near: dict[str, Any]) -> SafeString:
    log = log_stretch(look, number)
    if log is None:
        raise Http404
    return _drawn("replays/log_page.html", look, {"log": log, **near})


def _drawn(template: str, look: Look, values: dict[str, Any]) -> SafeString:
    table = look.access.table
    always = {"path": reverse("replays:replay", args=(table.public_id,)), "slug": table.title, "seat": look.eyes.seat}
    return render_to_string(template, always | values)


def _look_from(request: HttpRequest, public_id: str, n: int) -> Look:
    look = _look(_access(request, public_id), _eyes(request))
    if not look.has(n):
        raise Http404
    return look


def _access(request: HttpRequest, public_id: str) -> Access:
    return table_access(public_id, request.user.pk) or brought_access(public_id, request.user.pk)


def _look(access: Access, eyes: Eyes) -> Look:
    look = look_at(access, eyes)
    if look is None:
        raise Http404
    return look


def _eyes(request: HttpRequest) -> Eyes:
    if request.GET.get("open") == "1":
        return Eyes(open=True)
    seat = request.GET.get("seat", "")
    if seat and not (_is_number(seat) and len(seat) < 3):
        raise Http404
    return Eyes(int(seat) if seat else None)


def _everything(request: HttpRequest) -> bool:
    return request.GET.get("all") == "1"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 8
