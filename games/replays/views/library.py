"""The library of finished matches."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rendering.labels import LEVELS
from games.replays.library.filters import NAME_LENGTH, LibrarySearch, get_moment_names
from games.replays.library.search import WINDOW, search_library
from games.tables.selectors.table_lists import list_game_cards


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    """Finished matches that one may see, a page at a time, as the address says."""
    search = LibrarySearch.from_query({name: value for name, value in request.GET.items() if isinstance(value, str)})
    context = {
        "shelf": search_library(search, request.user.pk),
        "search": search,
        "kept": urlencode(search.query_params),
        "titles": list_game_cards(),
        "levels": LEVELS,
        "moments": list(get_moment_names().items()),
        "name_length": NAME_LENGTH,
        "window": WINDOW,
    }
    return render(request, "replays/library/library.html", context)
