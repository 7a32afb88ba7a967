"""What the frame around every page shows."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.tables.selectors.header_counts import TURNS, get_header_counts
from games.tables.selectors.table_lists import list_game_cards

THEMES = ("light", "dark")
COACH_CHOICES = ("on", "off")
LESSON_OFFER, HIDDEN = "lesson_offer", "hidden"  # a cookie and its value
COACHED_MATCHES = 3  # of a game: so many are finished with the coach, unless one chooses otherwise
DEFAULT_LEVEL = "beginner"


def site_context(request: HttpRequest) -> dict[str, Any]:
    """`header_counts`, `turns_waiting`, `turns_shown` (0 for who wants no badge), `theme` and `all_titles`.

    The first three cost one query together, and only where a page shows them: templates call what can be called.
    """
    theme, counts = request.COOKIES.get("theme", ""), cache(lambda: get_header_counts(request.user.pk))
    return {
        "header_counts": counts,
        "turns_waiting": lambda: counts()[TURNS],
        "turns_shown": lambda: counts()[TURNS] if getattr(request.user, "show_turn_badge", False) else 0,
        "all_titles": cache(list_game_cards),
        "theme": theme if theme in THEMES else "",
    }


def get_chosen_level(request: HttpRequest) -> str:
    """How strong bots this browser last chose to play."""
    return request.COOKIES.get("level", DEFAULT_LEVEL)
