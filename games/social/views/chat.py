"""A table's chat: as a page, as a panel at the table, and updates for it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.social.chat.selectors import get_chat_page, get_new_messages
from games.social.chat.services import post_message
from games.social.models import LENGTH
from games.tables.access import TableAccess, get_table_access
from games.tables.errors import ForbiddenError, ServiceError
from games.tables.views.errors import get_error_context


@require_safe
def chat_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the chat, as a page or as a panel for scripts."""
    return _render_chat(request, get_access_or_404(request, public_id))


@require_safe
def new_messages(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the messages after `?mark=`, 204 without any, or the whole chat if the mark is outdated."""
    access = get_access_or_404(request, public_id)
    news_and_mark = get_new_messages(access, request.user.pk, request.GET.get("mark", ""))
    if news_and_mark is None:
        page = get_chat_page(access, request.user.pk)
        lines, mark, whole = page.lines, page.mark, True
    else:
        (lines, mark), whole = news_and_mark, False
    if not whole and mark == request.GET.get("mark"):
        return HttpResponse(status=204)
    context = {"table": access.table, "lines": lines, "mark": mark, "whole": whole}
    return render(request, "social/chat/_messages.html", context)


def send_message(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send a message. A GET (after reloading an error page) shows the chat."""
    if request.method in ("GET", "HEAD"):
        return redirect("social:chat", public_id)
    return _handle_post(request, public_id)


@require_POST
def _handle_post(request: HttpRequest, public_id: str) -> HttpResponse:
    access = get_access_or_404(request, public_id)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        if request.user.pk is None:
            raise ForbiddenError("sign-in-first")
        post_message(access, request.user.pk, text, phrase)
    except ServiceError as refusal:
        return _render_chat(request, access, refusal=refusal, text=text)
    return _render_chat(request, access) if _in_panel(request) else redirect("social:chat", public_id)


def get_access_or_404(request: HttpRequest, public_id: str) -> TableAccess:
    """Return the user's access to the table. Raises Http404."""
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    return access


def _render_chat(
    request: HttpRequest, access: TableAccess, refusal: ServiceError | None = None, text: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {
        "table": access.table,
        "chat": get_chat_page(access, request.user.pk),
        "said": text,  # keep the text of a refused message in its field
        "refusal": get_error_context(refusal) if refusal else None,
        "length": LENGTH,
    }
    template = "social/chat/panel.html" if _in_panel(request) else "social/chat/page.html"
    return render(request, template, context, status=refusal.status if refusal else 200)


def _in_panel(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
