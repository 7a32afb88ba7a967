"""View of a game's worked round, with a public page for each step."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalog import registry
from games.practice.lessons.worked_round import WorkedRoundRenderer, get_worked_round
from games.tables.boards import BOARDS
from games.tables.selectors.lesson_counts import count_lessons
from games.tables.selectors.table_lists import get_game_card
from games.tables.services.lesson_progress import get_readers_progress


@require_safe
def worked_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a step: a sentence, and the board after everything up to it."""
    meta = registry.list_metadata().get(slug)
    example = get_worked_round(slug) if meta else None
    if meta is None or example is None or not 1 <= number <= len(example.steps):
        raise Http404
    page = WorkedRoundRenderer(BOARDS, slug, (get_language() or "en")[:2]).render(example, number)
    steps = len(example.steps)
    context = {
        "card": get_game_card(meta),
        "page": page,
        "number": number,
        "steps": steps,
        "back": number - 1,
        "lessons": count_lessons(get_readers_progress(request), slug),
        "following": number + 1 if number < steps else 0,
    }
    return render(request, "tables/lessons/worked_round.html", context)
