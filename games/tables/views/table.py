"""Views of the table page, its fragment, its log, and moves."""

import hashlib
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from accounts.services.signup import get_shown_rules
from games.tables import signals
from games.tables.access import PageVersion, TableAccess, get_page_version, get_table_access
from games.tables.bots.queue import fast_forward_bots
from games.tables.context_processors import COACH_CHOICES, COACHED_MATCHES, HIDDEN, LESSON_OFFER
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, NotFoundError, ServiceError
from games.tables.gameplay.moves import MoveReceipt, SubmittedMove, submit_move
from games.tables.live.publish import make_stream_token
from games.tables.locked_table import TableSession
from games.tables.page_data import TablePageData, build_table_page, count_finished_matches, is_first_finished
from games.tables.selectors.event_log import get_log_page
from games.tables.selectors.lesson_counts import LessonCount, count_lessons
from games.tables.services.lesson_progress import get_readers_progress
from games.tables.services.take_back import take_back_move
from games.tables.views.errors import (
    get_error_context,
    get_error_sentence,
    json_error_response,
    post_or_table,
    render_errors,
    wants_json,
)


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table: seating, match or result."""
    return _render_page(request, _page(request, _access(request, public_id), whole=True))


def _current_etag(request: HttpRequest, public_id: str) -> str | None:
    """Return the ETag of the current fragment, if the reader's hand form answers the open question. 1 query."""
    if "If-None-Match" not in request.headers:
        return None
    version = get_page_version(public_id, request.user.pk)
    if version is None or request.GET.get("asked", "") != str(version.question_seq or ""):
        return None
    return _etag(request, public_id, version)


@require_safe
@condition(etag_func=_current_etag)
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render what changes while the page is open.

    The zone, the log after `?log=`, and the hand form unless the page has the one for `?asked=`. Responds 304 before
    loading position or log if the reader has the current state.
    """
    access = _access(request, public_id)
    return _render_fragment(
        request, access, _page(request, access, _get_log_cursor(request)), request.GET.get("asked", "")
    )


@post_or_table
@render_errors
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play a move: responds with the fragment for htmx, a redirect for plain forms, or the error.

    Moves queued offline (pwa/lib/outbox.js) ask for JSON, and get the receipt or the error.
    """
    try:
        access, receipt = _submit_move(request, public_id)
    except ServiceError as refusal:
        return move_error_response(request, public_id, refusal)
    if wants_json(request):
        return JsonResponse({"seq": receipt.seq, "digest": receipt.digest})
    if not getattr(request, "htmx", False):
        return redirect("tables:detail", public_id)
    return _render_fragment(request, access, _page(request, access, _get_log_cursor(request)))


@post_or_table
@render_errors
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Undo the last decision against bots. Responds like `move`."""
    try:
        require_form_owner(request, public_id)
        session = take_back_move(public_id, user_id=request.user.pk, move_seq=read_number(request, "move"))
    except ServiceError as refusal:
        return move_error_response(request, public_id, refusal)
    if not getattr(request, "htmx", False):
        return redirect("tables:detail", public_id)
    access = _access_after(session, request)
    return _render_fragment(request, access, _page(request, access, _get_log_cursor(request)))


@post_or_table
@render_errors
def fast_forward(request: HttpRequest, public_id: str) -> HttpResponse:
    """Fast-forward the bots. Open pages are notified of their moves."""
    fast_forward_bots(public_id=public_id, user_id=request.user.pk)
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return redirect("tables:detail", public_id)


@require_safe
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the whole log as the reader may see it, page by page, newest first."""
    number = request.GET.get("page", "")
    page = get_log_page(_access(request, public_id), int(number) if number.isdecimal() and len(number) < 7 else None)
    return render(request, "tables/history/log.html", {"page": page, "page_number": page.number, "pages": page.pages})


def _submit_move(request: HttpRequest, public_id: str) -> tuple[TableAccess, MoveReceipt]:
    """Play the move. Return the table without reloading it, and the receipt.

    A form made for a different user than the one now signed in is refused.
    """
    require_form_owner(request, public_id)
    session, receipt = submit_move(
        public_id,
        user_id=request.user.pk,
        question_seq=read_number(request, "asked"),
        submitted=SubmittedMove(form=dict(request.POST.lists())),
        key=request.POST.get("key", ""),
    )
    return _access_after(session, request), receipt


def read_number(request: HttpRequest, name: str) -> int | None:
    """Return an event number from the form; None if missing. Raises BadRequestError."""
    text = request.POST.get(name, "")
    if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise BadRequestError("malformed")
    return int(text) if text else None


def _access_after(session: TableSession, request: HttpRequest) -> TableAccess:
    """Return the access to a table just changed, without reloading it."""
    return TableAccess(session.table, tuple(session.seats), session.get_seat_for(request.user.pk), session.state)


def require_form_owner(request: HttpRequest, public_id: str) -> None:
    """Raise a ServiceError if not signed in, or if the form was made for a different user."""
    if not request.user.is_authenticated:
        if get_table_access(public_id, None) is None:
            raise NotFoundError("no-such-table")
        raise ForbiddenError("not-seated")
    if request.POST.get("person", request.user.public_id) != request.user.public_id:
        raise ConflictError("somebody-else")


def move_error_response(request: HttpRequest, public_id: str, refusal: ServiceError) -> HttpResponse:
    if wants_json(request):
        visible = get_table_access(public_id, request.user.pk)
        return json_error_response(request, refusal, visible.table.game_slug if visible else "")
    if isinstance(refusal, NotFoundError):
        raise refusal
    access = _access(request, public_id)
    by_htmx = getattr(request, "htmx", False)
    if by_htmx and refusal.code == "somebody-else":  # the page shows nothing for the user now signed in
        messages.error(request, get_error_sentence(refusal))
        return HttpResponse(status=refusal.status, headers={"HX-Refresh": "true"})
    mark = _get_log_cursor(request) if by_htmx else ""
    page = _page(request, access, mark, get_error_context(refusal), whole=not by_htmx)
    if by_htmx:
        return _render_fragment(request, access, page, request.POST.get("asked", ""), refusal.status)
    return _render_page(request, page, refusal.status)


def _access(request: HttpRequest, public_id: str) -> TableAccess:
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    return access


def _get_log_cursor(request: HttpRequest) -> str:
    """Return the position in the log up to which the reader's page has it."""
    return request.GET.get("log", "")


def _page(
    request: HttpRequest,
    access: TableAccess,
    mark: str = "",
    refusal: dict[str, Any] | None = None,
    *,
    whole: bool = False,
) -> TablePageData:
    page, added_context = build_table_page(access, mark, whole=whole), dict[str, Any]()
    signals.TablePageBuilt(access, request.user.pk, added_context).send()
    is_guest = getattr(request.user, "is_guest", False)
    if page.status == "finished" and page.is_member and is_guest and get_shown_rules().is_open:
        added_context["is_guests_first"] = is_first_finished(request.user.pk, page.id)
    invite = (
        reverse("tables:invite", args=(page.id, page.invite_code)) if page.invite_code and page.status == "open" else ""
    )
    replay = reverse("replays:detail", args=(page.id,)) if page.status == "finished" else ""
    moment = reverse("replays:moment", args=(page.id,)) if replay and not access.table.is_participants_only else ""
    return replace(
        page,
        more=added_context,
        replay_url=request.build_absolute_uri(replay) if replay else "",
        moment_url=request.build_absolute_uri(moment) if moment else "",
        invite_url=request.build_absolute_uri(invite) if invite else "",
        stream_token=make_stream_token(
            page.id, person=getattr(request.user, "public_id", ""), topics=added_context.get("topics", ())
        ),
        refusal=refusal,
    )


def _render_page(request: HttpRequest, page: TablePageData, status: int = 200) -> HttpResponse:
    """Render the full page. First-visit offers are added here, not in fragments."""
    playing = page.my_seat is not None and page.status == "running"
    finished = count_finished_matches(request.user.pk, page.slug) if playing else None
    coached = finished is not None and _is_coached(request, finished)
    context = {"page": page, "first": finished == 0, "playing": playing, "coached": coached}
    context["lessons"] = _count_lessons(request, page, is_first=finished == 0)
    return render(request, "tables/table.html", context, status=status)


def _count_lessons(request: HttpRequest, page: TablePageData, *, is_first: bool) -> LessonCount | None:
    """Return the lessons to offer: to people who may take a seat, and in the first match of a game against bots."""
    is_offered = page.is_solo and is_first and request.COOKIES.get(LESSON_OFFER) != HIDDEN
    if not (page.can_join or is_offered):
        return None
    lessons = count_lessons(get_readers_progress(request), page.slug)
    return lessons if page.can_join or (lessons and not lessons.done) else None


def _is_coached(request: HttpRequest, finished: int) -> bool:
    """Return whether to show the coach: by this browser's setting, else in the first matches of a game."""
    setting = request.COOKIES.get("coach", "")
    return setting == "on" if setting in COACH_CHOICES else finished < COACHED_MATCHES


def _render_fragment(
    request: HttpRequest, access: TableAccess, page: TablePageData, shown_question: str | None = None, status: int = 200
) -> HttpResponse:
    """Render the fragment.

    `shown_question`: the question of the reader's hand form; None after a move, which always replaces it. After a
    refused move, form and selection are kept while the question is the same; only the error is added.
    """
    with_hand = shown_question is None or page.question_seq is None or shown_question != str(page.question_seq)
    response = render(request, "tables/_table.html", {"page": page, "with_hand": with_hand}, status=status)
    if page.refusal is None:
        response["ETag"] = _etag(request, page.id, access.page_version)
    return response


def _etag(request: HttpRequest, public_id: str, version: PageVersion) -> str:
    """Return an ETag of everything the fragment depends on, including the session: no login reuses another's.

    Weak, since form tokens differ each time and the log continues from the reader's position.
    """
    parts = (request.session.session_key, public_id, get_language(), version)
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
