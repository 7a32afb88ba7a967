"""What the frame around every page shows."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.tables.lists import title_cards, turns_waiting

THEMES = ("light", "dark")


def house(request: HttpRequest) -> dict[str, Any]:
    """`turns_waiting`, `theme` and `all_titles`; the first costs a query only where a page shows it."""
    theme = request.COOKIES.get("theme", "")
    return {
        "turns_waiting": SimpleLazyObject(lambda: _turns(request)),
        "all_titles": SimpleLazyObject(title_cards),
        "theme": theme if theme in THEMES else "",
    }


def _turns(request: HttpRequest) -> int:
    return turns_waiting(request.user.pk) if request.user.is_authenticated else 0
