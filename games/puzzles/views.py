"""Today's puzzles and those before, one of them, an answer; and all pages of the latest for a device to keep."""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from games.puzzles import answers, selectors
from games.puzzles.making import get_today
from games.puzzles.models import Puzzle
from games.puzzles.page import ChosenMove, PuzzlePage, choose_by_form, read_choice
from games.tables.errors import ServiceError
from games.tables.views.errors import get_error_context, json_error_response, wants_json
from games.tables.views.lessons import ANYBODY

PARTS = caches["template_fragments"]
PAGES_SECONDS = 24 * 60 * 60


@require_safe
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """Today's puzzle of each game, and how one has fared."""
    response = HttpResponse(_draw_list(request, selectors.get_puzzle_list(request)))
    answers.claim_device_answers(request, response)
    return response


@require_safe
def puzzle(request: HttpRequest, public_id: str) -> HttpResponse:
    """A position and the question; once it is answered, or for the move `?move=`, the answer. `?again`: the question
    once more."""
    found = _get_puzzle(public_id)
    given = answers.list_answers(request, [found]).get(public_id)
    chosen = read_choice(found, request.GET.get("move", ""))
    if chosen is None and given is not None and "again" not in request.GET:
        chosen = ChosenMove(given.number)
    response = HttpResponse(_draw_puzzle(request, found, chosen, is_answered=given is not None))
    answers.claim_device_answers(request, response)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Judges what the hand's form stands for; the first answer is kept. A GET leads to the puzzle."""
    found = _get_puzzle(public_id)
    if request.method != "POST":
        return redirect("puzzles:detail", public_id)
    try:
        chosen = choose_by_form(found, dict(request.POST.lists()))
    except ServiceError as refusal:
        if wants_json(request):
            return json_error_response(request, refusal, found.game_slug)
        page = _draw_puzzle(request, found, None, refusal=get_error_context(refusal))
        return HttpResponse(page, status=refusal.status)
    response: HttpResponse = JsonResponse({"verdict": chosen.verdict})
    if not wants_json(request):
        response = redirect(f"{reverse('puzzles:detail', args=(public_id,))}?move={chosen.code}")
    answers.save_answer(request, response, found, chosen.number)
    return response


@require_safe
def puzzle_pages(request: HttpRequest, year: int, month: int, day: int) -> HttpResponseBase:
    """The pages of the latest puzzles by their addresses, as anybody sees them who has answered none: for solving
    without a connection. The address changes with the day, so that a device asks once a day."""
    today = get_today()
    if (year, month, day) != (today.year, today.month, today.day):
        raise Http404
    kept = selectors.list_kept_ids()
    key = f"puzzle-pages.{today}.{get_language()}"
    known, packed = PARTS.get(key, (None, b""))
    if known != kept:
        packed = gzip.compress(json.dumps(_draw_all(request, kept), ensure_ascii=False).encode(), mtime=0)
        PARTS.set(key, (kept, packed), PAGES_SECONDS)
    response = HttpResponse(gzip.decompress(packed), content_type="application/json")
    response["ETag"] = f'"{hashlib.sha256(packed).hexdigest()[:24]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


# --- Parts


def _get_puzzle(public_id: str) -> Puzzle:
    found = selectors.get_puzzle(public_id)
    if found is None:
        raise Http404
    return found


def _draw_all(request: HttpRequest, public_ids: Sequence[str]) -> dict[str, str]:
    pages = {reverse("puzzles:list"): _draw_list(request, selectors.get_puzzle_list(None), ANYBODY)}
    for found in Puzzle.objects.filter(public_id__in=public_ids):
        pages[reverse("puzzles:detail", args=(found.public_id,))] = _draw_puzzle(request, found, None, reader=ANYBODY)
    return pages


def _draw_list(request: HttpRequest, found: selectors.PuzzleList, reader: Mapping[str, Any] | None = None) -> str:
    context = {"puzzles": found, "pages_url": _get_pages_url(), **(reader or {})}
    return render_to_string("puzzles/list.html", context, request)


def _draw_puzzle(
    request: HttpRequest,
    found: Puzzle,
    chosen: ChosenMove | None,
    *,
    is_answered: bool = False,
    refusal: Mapping[str, Any] | None = None,
    reader: Mapping[str, Any] | None = None,
) -> str:
    page = PuzzlePage(found, chosen)
    context = {
        "page": page.template_values,
        "chosen": chosen,
        "is_answered": is_answered,
        "refusal": refusal,
        "pages_url": _get_pages_url(),
        **(reader or {}),
    }
    return render_to_string("puzzles/puzzle.html", context, request)


def _get_pages_url() -> str:
    today = get_today()
    return reverse("puzzles:pages", args=(today.year, today.month, today.day))
