"""The library of finished matches."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.replays.library.filters import NAME_LENGTH, Search, moment_names
from games.replays.library.search import WINDOW, shelf
from games.tables.selectors.table_lists import title_cards


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    """Finished matches that one may see, a page at a time, as the address says."""
    search = Search.of({name: value for name, value in request.GET.items() if isinstance(value, str)})
    context = {
        "shelf": shelf(search, request.user.pk),
        "search": search,
        "kept": urlencode(search.kept),
        "titles": title_cards(),
        "moments": list(moment_names().items()),
        "name_length": NAME_LENGTH,
        "window": WINDOW,
    }
    return render(request, "replays/library.html", context)
