"""The log of a table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.tables.access import get_table_access
from games.tables.selectors.event_log import get_log_page


@require_safe
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole log as the reader may see it, a page at a time, newest page first."""
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    wanted = request.GET.get("page", "")
    page = get_log_page(access, int(wanted) if wanted.isdecimal() and len(wanted) < 7 else None)
    return render(request, "tables/history/log.html", {"page": page, "page_number": page.number, "pages": page.pages})
