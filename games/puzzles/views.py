"""Views of the daily puzzles, their answers, and the pages stored for offline use."""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from games.puzzles import answers, selectors
from games.puzzles.making import get_today
from games.puzzles.models import Puzzle
from games.puzzles.page import ChosenMove, PuzzlePage, choose_by_form, read_choice
from games.tables.errors import ServiceError
from games.tables.kept_pages import render_kept_page
from games.tables.views.errors import get_error_context, json_error_response, wants_json

PARTS = caches["template_fragments"]
PAGES_SECONDS = 24 * 60 * 60


@require_safe
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """Show today's puzzle of each game, and the reader's results."""
    response = render(request, "puzzles/list.html", _get_list_context(selectors.get_puzzle_list(request)))
    answers.claim_device_answers(request, response)
    return response


@require_safe
def puzzle(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a puzzle: the question, or the answer once it is given or for the move `?move=`. `?again` asks again."""
    puzzle_row = _get_puzzle(public_id)
    first_answer = answers.list_answers(request, [puzzle_row]).get(public_id)
    choice = read_choice(puzzle_row, request.GET.get("move", ""))
    if choice is None and first_answer is not None and "again" not in request.GET:
        choice = ChosenMove(first_answer.number)
    context = _get_puzzle_context(puzzle_row, choice, is_answered=first_answer is not None)
    response = render(request, "puzzles/puzzle.html", context)
    answers.claim_device_answers(request, response)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Judge the selected move and save a first answer. GET redirects to the puzzle."""
    puzzle_row = _get_puzzle(public_id)
    if request.method != "POST":
        return redirect("puzzles:detail", public_id)
    try:
        choice = choose_by_form(puzzle_row, dict(request.POST.lists()))
    except ServiceError as refusal:
        if wants_json(request):
            return json_error_response(request, refusal, puzzle_row.game_slug)
        context = _get_puzzle_context(puzzle_row, None, refusal=get_error_context(refusal))
        return render(request, "puzzles/puzzle.html", context, status=refusal.status)
    response: HttpResponse = JsonResponse({"verdict": choice.verdict})
    if not wants_json(request):
        response = redirect(f"{reverse('puzzles:detail', args=(public_id,))}?move={choice.code}")
    answers.save_answer(request, response, puzzle_row, choice.number)
    return response


@require_safe
def puzzle_pages(request: HttpRequest, year: int, month: int, day: int) -> HttpResponseBase:
    """Return the pages of the latest puzzles by URL, without answers, for offline solving.

    The URL changes daily, so that a device asks once a day.
    """
    today = get_today()
    if (year, month, day) != (today.year, today.month, today.day):
        raise Http404
    public_ids = selectors.list_kept_ids()
    key = f"puzzle-pages.{today}.{get_language()}"
    cached_ids, packed = PARTS.get(key, (None, b""))
    if cached_ids != public_ids:
        packed = gzip.compress(json.dumps(_draw_all(public_ids), ensure_ascii=False).encode(), mtime=0)
        PARTS.set(key, (public_ids, packed), PAGES_SECONDS)
    response = HttpResponse(gzip.decompress(packed), content_type="application/json")
    response["ETag"] = f'"{hashlib.sha256(packed).hexdigest()[:24]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


# --- Helpers


def _get_puzzle(public_id: str) -> Puzzle:
    puzzle_row = selectors.get_puzzle(public_id)
    if puzzle_row is None:
        raise Http404
    return puzzle_row


def _draw_all(public_ids: Sequence[str]) -> dict[str, str]:
    address = reverse("puzzles:list")
    list_context = _get_list_context(selectors.get_puzzle_list(None))
    pages = {address: render_kept_page("puzzles/list.html", list_context, address)}
    for puzzle_row in Puzzle.objects.filter(public_id__in=public_ids):
        address = reverse("puzzles:detail", args=(puzzle_row.public_id,))
        pages[address] = render_kept_page("puzzles/puzzle.html", _get_puzzle_context(puzzle_row, None), address)
    return pages


def _get_list_context(puzzles: selectors.PuzzleList) -> dict[str, Any]:
    return {"puzzles": puzzles, "pages_url": _get_pages_url()}


def _get_puzzle_context(
    puzzle: Puzzle,
    choice: ChosenMove | None,
    *,
    is_answered: bool = False,
    refusal: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "page": PuzzlePage(puzzle, choice).template_values,
        "chosen": choice,
        "is_answered": is_answered,
        "refusal": refusal,
        "pages_url": _get_pages_url(),
    }


def _get_pages_url() -> str:
    today = get_today()
    return reverse("puzzles:pages", args=(today.year, today.month, today.day))
