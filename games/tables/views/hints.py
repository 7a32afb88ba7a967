"""Views for hints."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.tables.access import get_table_access
from games.tables.page_data import build_table_page
from games.tables.services.hints import ask_for_hint, queue_lost_hint
from games.tables.views.errors import post_or_table, render_errors
from games.tables.views.table import read_number, require_form_owner


@post_or_table
@render_errors
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Request a hint: responds with the panel for htmx, with a redirect for plain forms."""
    require_form_owner(request, public_id)
    ask_for_hint(public_id, user_id=request.user.pk, question_seq=read_number(request, "asked"))
    if getattr(request, "htmx", False):
        return _render_panel(request, public_id)
    return redirect("tables:detail", public_id)


@require_safe
def panel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the panel, which polls until the hint is there."""
    return _render_panel(request, public_id)


def _render_panel(request: HttpRequest, public_id: str) -> HttpResponse:
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    page = build_table_page(access, whole=False)
    if page.hint is not None and page.hint.hint is not None and page.hint.is_thinking:
        queue_lost_hint(page.hint.hint)
    return render(request, "tables/_hint.html", {"page": page})
