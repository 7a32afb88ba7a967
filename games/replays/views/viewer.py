"""The pages and fragments of the viewer: an ended match for all who may see it, a running one for who plays it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.rendering.log_lines import LogLine
from games.replays.analysis.selectors import get_analysis_page, get_first_seat, list_person_seats
from games.replays.imports.errors import handle_import_errors
from games.replays.imports.selectors import get_import_access
from games.replays.models import Review
from games.replays.rate_limits import require_download_rate
from games.replays.reviews.selectors import get_review_view
from games.replays.reviews.services import get_review
from games.replays.viewer.log import get_log_by_chapter, get_log_names, get_page_number, get_replay_log_page
from games.replays.viewer.log_search import LogSearch, parse_log_search, search_log
from games.replays.viewer.name_placeholders import fill_names
from games.replays.viewer.page import ReplayPage, get_positions_path
from games.replays.viewer.perspective import Perspective, Viewpoint, get_opening_position, get_perspective
from games.replays.viewer.position import get_position
from games.replays.viewer.sidebar import Sidebar, build_sidebar
from games.tables.access import TableAccess, get_table_access
from games.tables.errors import ConflictError, NotFoundError
from games.tables.log_sentences import draw_event
from games.tables.views.errors import render_errors

FOR_EVER = "max-age=31536000, public, immutable"


@require_safe
@render_errors
@handle_import_errors
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Redirect to position `?n=`, or to the first one, from the reader's seat.

    That is a position with cards and without a result: the reader may not know it yet.
    """
    access = get_replay_access(request, public_id)
    viewpoint = (
        _parse_viewpoint(request)
        if {"n", "seat", "open"} & set(request.GET) or not access.own_seat
        else Viewpoint(access.own_seat.number)
    )
    look = require_perspective(access, viewpoint)
    number = request.GET.get("n", "")
    n = min(max(int(number), look.first), look.last) if is_number(number) else get_opening_position(look)
    query = ReplayPage(look, n, _shows_everything(request)).query
    if not look.has_position(n):
        raise Http404
    return redirect(f"{reverse('replays:position', args=(public_id, n))}{query}")


@require_safe
@render_errors
@handle_import_errors
def replay_at(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """One address per position; `?seat=` for a seat's eyes, `?open=1` for all that is hidden.

    `?all=1` shows what comes later as well, `?log=` another page of the log, `?find=` and `?kind=` what
    is found there.
    """
    look = _get_perspective_at(request, public_id, n)
    review = _get_review(request, look)
    page = ReplayPage(look, n, _shows_everything(request), review.code if review else "")
    log_number = request.GET.get("log", "")
    number = int(log_number) if is_number(log_number) else get_page_number(look, n)
    known_until = None if page.everything else n
    near = {
        "query": page.query,
        "pages_at": page.log_page_url,
        "hides": known_until,
        "known": known_until and get_page_number(look, n),
    }
    search = parse_log_search(request)
    log = _found_log(request, look, page, search) if search else _log(look, number, near)
    position = draw_piece("replays/viewer/position.html", look, {"position": get_position(look, n)})
    sidebar = None if look.live else build_sidebar(request, look.access, n)
    return render(request, "replays/viewer/replay.html", {
        **_describe_review(request, look, review, sidebar),
        "replay": page.template_values, "position": fill_names(position, page.names, page.avatars),
        "log": fill_names(log, page.names, page.avatars), "search": search,
        "whole_log_url": f"{page.log_page_url}log={get_page_number(look, n)}#about-log",
        "result": _result(look, page), "around": sidebar, **_describe_analysis(look, n),
    })  # fmt: skip


@require_safe
@render_errors
@handle_import_errors
def replay_step(request: HttpRequest, public_id: str, n: int, key: str) -> HttpResponse:
    """A position alone, without names. The key in the address names its content."""
    look = _get_perspective_at(request, public_id, n)
    return _cached_response(
        request,
        look,
        key,
        lambda: draw_piece("replays/viewer/position.html", look, {"position": get_position(look, n)}),
    )


@require_safe
@render_errors
@handle_import_errors
def replay_log(request: HttpRequest, public_id: str, number: int, key: str) -> HttpResponse:
    """A page of the log alone, without names."""
    look = require_perspective(get_replay_access(request, public_id), _parse_viewpoint(request))
    query = f"?{look.viewpoint.query}" if look.viewpoint.query else ""
    return _cached_response(
        request, look, key, lambda: _log(look, number, {"query": query, "pages_at": "?", "hides": None})
    )


@require_safe
@render_errors
@handle_import_errors
def replay_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole match in words, to be read or printed."""
    access = get_replay_access(request, public_id)
    if not access.table.is_ended:
        raise ConflictError("not-ended")
    require_download_rate(request)
    look = require_perspective(access, _parse_viewpoint(request))
    if not look.has_position(look.last):
        raise Http404
    page = ReplayPage(look, look.last, everything=True)
    parts = {"parts": get_log_by_chapter(look, page.chapters), "names": get_log_names(look)}
    text = draw_piece("replays/viewer/text_log.html", look, {**parts, "position": get_position(look, look.last)})
    return render(
        request,
        "replays/viewer/plain_text.html",
        {"replay": page.template_values, "text": fill_names(text, page.names, page.avatars)},
    )


def _get_review(request: HttpRequest, look: Perspective) -> Review | None:
    """The one that the address names; None for none, or where it has ended."""
    code = request.GET.get("review", "")
    if not (code.isascii() and code.isalnum()) or look.live or look.access.table.pk is None:
        return None
    try:
        return get_review(look.access, code)
    except NotFoundError:
        return None


def _describe_review(
    request: HttpRequest, look: Perspective, review: Review | None, sidebar: Sidebar | None
) -> dict[str, Any]:
    if review is None or sidebar is None:
        return {}
    user = request.user
    person = user.public_id if user.is_authenticated else ""
    link = reverse("replays:review", args=(look.access.table.public_id, review.code))
    return {
        "review": get_review_view(look.access, review, user.pk, person, sidebar.more.get("topics", ())),
        "review_link": request.build_absolute_uri(link),
    }


def _describe_analysis(look: Perspective, n: int) -> dict[str, Any]:
    """Return the analysis of the viewed seat, if a person held it, otherwise of the reader's; and the decision in this
    position. 1 query, and none for an imported match.
    """
    viewed_seat = look.viewpoint.seat
    seat = viewed_seat if viewed_seat in list_person_seats(look.access) else get_first_seat(look.access)
    if look.live or look.access.table.pk is None or seat is None:
        return {}
    page = get_analysis_page(look.access, seat)
    if not (page.row or page.can_ask):
        return {}
    follows = seat == viewed_seat
    return {"analysis": page, "steps": follows, "here": page.get_decision_at(n) if follows and page.is_done else None}


def _result(look: Perspective, page: ReplayPage) -> SafeString | str:
    """Return the result, for a reader who has asked for it, while the board shows another position; "": nothing."""
    if look.live or not page.everything:
        return ""
    position = get_position(look, look.last)
    if position.standing is None:
        return ""
    html = draw_piece("replays/viewer/_result.html", look, {"position": position})
    return fill_names(html, page.names, page.avatars)


def _cached_response(request: HttpRequest, look: Perspective, key: str, draw: Callable[[], str]) -> HttpResponse:
    """Return step data, which belongs to no person (`games.pwa`). Public matches are cached for good."""
    if key != look.key:
        raise Http404
    etag = f'"{key}"'
    if etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(draw(), content_type="text/plain; charset=utf-8")
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = FOR_EVER if look.is_public else "private, no-cache"
    return response


def _found_log(request: HttpRequest, look: Perspective, page: ReplayPage, search: LogSearch) -> SafeString:
    """Show the results of a search; words are searched in all sentences, which costs as much as the match as text."""
    if search.words:
        require_download_rate(request)
    names = get_log_names(look)

    def draw(line: LogLine) -> str:
        sentence = draw_event(line, page.slug, names, look.viewpoint.seat)
        return fill_names(sentence, page.names, page.avatars)

    until = look.last if page.everything else page.n
    return draw_piece("replays/viewer/log_page.html", look, {
        "log": search_log(look, search, until, draw), "query": page.query, "hides": None,
    })  # fmt: skip


def _log(look: Perspective, number: int, near: dict[str, Any]) -> SafeString:
    log = get_replay_log_page(look, number)
    if log is None:
        raise Http404
    return draw_piece("replays/viewer/log_page.html", look, {"log": log, **near})


def draw_piece(template: str, look: Perspective, values: dict[str, Any]) -> SafeString:
    table = look.access.table
    always = {
        "path": get_positions_path(table.public_id),
        "slug": table.game_slug,
        "seat": look.viewpoint.seat,
    }
    return render_to_string(template, always | values)


def _get_perspective_at(request: HttpRequest, public_id: str, n: int) -> Perspective:
    look = require_perspective(get_replay_access(request, public_id), _parse_viewpoint(request))
    if not look.has_position(n):
        raise Http404
    return look


def get_replay_access(request: HttpRequest, public_id: str) -> TableAccess:
    return get_table_access(public_id, request.user.pk) or get_import_access(public_id, request.user.pk)


def require_perspective(access: TableAccess, viewpoint: Viewpoint) -> Perspective:
    look = get_perspective(access, viewpoint)
    if look is None:
        raise Http404
    return look


def _parse_viewpoint(request: HttpRequest) -> Viewpoint:
    if request.GET.get("open") == "1":
        return Viewpoint(open=True)
    seat = request.GET.get("seat", "")
    if seat and not (is_number(seat) and len(seat) < 3):
        raise Http404
    return Viewpoint(int(seat) if seat else None)


def _shows_everything(request: HttpRequest) -> bool:
    return request.GET.get("all") == "1"


def is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 8
