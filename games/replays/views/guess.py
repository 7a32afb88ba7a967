"""Guessing a seat's decisions before they are shown. Nothing is stored: a guess is in the address only."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.replays.imports.errors import handle_import_errors
from games.replays.viewer.guess import find_question, get_outcome, get_question, parse_guess
from games.replays.viewer.guess_page import GuessPage
from games.replays.viewer.name_placeholders import fill_names
from games.replays.viewer.perspective import Perspective, Viewpoint
from games.replays.viewer.position import get_position
from games.replays.views.viewer import draw_piece, get_replay_access, is_number, require_perspective
from games.tables.errors import ConflictError, ServiceError
from games.tables.views.errors import get_error_sentence, render_errors


@require_safe
@render_errors
@handle_import_errors
def guess(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """To the next question from position `?n=` on, or to the first one. It is found only when it is asked for: a link
    to it would tell how far it is."""
    look = _get_perspective(request, public_id, seat)
    number = request.GET.get("n", "")
    n = max(int(number), look.first) if is_number(number) else look.first
    return redirect("replays:guess_at", public_id, seat, find_question(look, min(n, look.last)))


@require_safe
@render_errors
@handle_import_errors
def guess_at(request: HttpRequest, public_id: str, seat: int, n: int) -> HttpResponse:
    """A position as the seat knew it, and what it is asked there."""
    look = _get_perspective(request, public_id, seat, n)
    return _render_page(request, GuessPage(look, n, get_question(look, n)))


@require_safe
@render_errors
@handle_import_errors
def guess_answer(request: HttpRequest, public_id: str, seat: int, n: int) -> HttpResponse:
    """Show the decision, compared with the guess in the query.

    A guess that isn't a legal move is refused as at a table, without showing the decision.
    """
    look = _get_perspective(request, public_id, seat, n)
    question = get_question(look, n)
    if question is None:
        return redirect("replays:guess_at", public_id, seat, n)
    try:
        move = parse_guess(look, question, dict(request.GET.lists()))
    except ServiceError as refusal:
        page = GuessPage(look, n, question)
        return _render_page(request, page, get_error_sentence(refusal, page.slug), refusal.status)
    outcome = get_outcome(look, question, move)
    return _render_page(request, GuessPage(look, outcome.n, get_question(look, outcome.n), outcome))


def _render_page(request: HttpRequest, page: GuessPage, error: str = "", status: int = 200) -> HttpResponse:
    look = page.perspective
    values = {
        "guess": page.template_values,
        "names": page.log_names,
        "position": get_position(look, page.n),
        "question": page.question if page.is_asked else None,
        "outcome": page.outcome,
        "lines": page.lines,
        "error": error,
        "hand_apart": True,
    }
    parts = {"position": "replays/viewer/position.html", "log": "replays/guess/_log.html"}
    if not page.is_over:
        parts["hand"] = "replays/guess/_hand.html"
    if page.question or page.outcome:
        parts["says"] = "replays/guess/_says.html"
    pieces = {
        name: fill_names(draw_piece(file, look, values), page.names, page.avatars) for name, file in parts.items()
    }
    return render(request, "replays/guess/guess.html", {"guess": page.template_values, **pieces}, status=status)


def _get_perspective(request: HttpRequest, public_id: str, seat: int, n: int | None = None) -> Perspective:
    access = get_replay_access(request, public_id)
    if not access.table.is_ended:
        raise ConflictError("not-ended")
    look = require_perspective(access, Viewpoint(seat))
    if not look.has_position(look.first if n is None else n):
        raise Http404
    return look
