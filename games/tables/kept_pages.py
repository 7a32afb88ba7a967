"""Rendering of pages that are cached and shared: without a request, so they can't contain anything about a reader."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string

from games.tables.selectors.table_lists import list_game_cards


def render_kept_page(template: str, context: Mapping[str, Any], address: str) -> str:
    """Render the page at `address` for an anonymous reader with default settings."""
    return render_to_string(template, {**_get_frame_context(), **context, "page_address": address})


def _get_frame_context() -> dict[str, Any]:
    """Return the variables that context processors provide, for an anonymous reader."""
    return {
        "user": AnonymousUser(),
        "messages": (),
        "theme": "",
        "keeps_nothing": False,
        "service_worker": settings.SERVICE_WORKER_ENABLED,
        "turns_waiting": 0,
        "turns_shown": 0,
        "header_counts": {},
        "all_titles": list_game_cards,
    }
