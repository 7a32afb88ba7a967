"""Views of a user's match history and of profiles."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.tables import signals
from games.tables.selectors.history import NAME_LENGTH, HistoryFilter, get_history_page, get_person_page
from games.tables.selectors.table_lists import list_game_cards


@require_safe
@login_required
def history(request: HttpRequest) -> HttpResponse:
    """Show the user's ended matches, page by page, filtered by the query (HistoryFilter)."""
    filters, number = HistoryFilter.from_query(request.GET), request.GET.get("page", "")
    page = get_history_page(request.user.pk or 0, filters, int(number) if number.isdecimal() and len(number) < 7 else 1)
    query = filters.kept
    context = {
        "page": page,
        "wanted": filters,
        "kept": f"&{urlencode(query)}" if query else "",
        "titles": list_game_cards(),
        "name_length": NAME_LENGTH,
    }
    return render(request, "tables/history/history.html", context)


@require_safe
def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a profile: results and statistics of public tables, if the person allows it."""
    profile = get_person_page(public_id, request.user.pk)
    if profile is None:
        raise Http404
    added_context: dict[str, Any] = {}
    if request.user.is_authenticated and not profile.is_me:
        signals.PersonPageBuilt(public_id, request.user, added_context).send()
    return render(request, "tables/history/person.html", {"person": profile, "more": added_context})
