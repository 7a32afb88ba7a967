"""Context processor for the site's frame: header, theme and navigation."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from games.tables.selectors.header_counts import TURNS, get_header_counts
from games.tables.selectors.table_lists import list_game_cards

THEMES = ("light", "dark")
COACH_CHOICES = ("on", "off")
LESSON_OFFER, HIDDEN = "lesson_offer", "hidden"  # name and value of a cookie
COACHED_MATCHES = 3  # the coach is on by default for this many matches of each game
DEFAULT_LEVEL = "beginner"


def site_context(request: HttpRequest) -> dict[str, Any]:
    """Provide the variables of the frame.

    `header_counts`, `turns_waiting`, `turns_shown` (0 without a badge), `theme`, `all_titles` and `page_address`. The
    first three are callables that share one query, run only if a template uses them. Cached pages get the frame from
    `games.tables.kept_pages` instead.
    """
    theme, counts = request.COOKIES.get("theme", ""), cache(lambda: get_header_counts(request.user.pk))
    return {
        "header_counts": counts,
        "turns_waiting": lambda: counts()[TURNS],
        "turns_shown": lambda: counts()[TURNS] if getattr(request.user, "show_turn_badge", False) else 0,
        "all_titles": cache(list_game_cards),
        "theme": theme if theme in THEMES else "",
        "page_address": request.get_full_path(),
    }


def get_chosen_level(request: HttpRequest) -> str:
    """Return the bot level last chosen in this browser."""
    return request.COOKIES.get("level", DEFAULT_LEVEL)
