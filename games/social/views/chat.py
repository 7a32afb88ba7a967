"""A table's talk: as a page of its own, as the panel at the table, and what is new in it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.social.chat.selectors import talk, talk_since
from games.social.chat.services import line_say
from games.social.models import LENGTH
from games.tables.access import Access, table_access
from games.tables.errors import NotAllowed, Refusal
from games.tables.views.errors import refusal_context


@require_safe
def room(request: HttpRequest, public_id: str) -> HttpResponse:
    """The talk; for a script's panel without the page around it."""
    return _shown(request, seen_by(request, public_id))


@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """What came after `?mark=`: 204 for nothing; all of it, where the mark is of no use any more."""
    access = seen_by(request, public_id)
    fresh = talk_since(access, request.user.pk, request.GET.get("mark", ""))
    if fresh is None:
        shown = talk(access, request.user.pk)
        lines, mark, whole = shown.lines, shown.mark, True
    else:
        (lines, mark), whole = fresh, False
    if not whole and mark == request.GET.get("mark"):
        return HttpResponse(status=204)
    context = {"table": access.table, "lines": lines, "mark": mark, "whole": whole}
    return render(request, "social/lines.html", context)


def say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say something. A GET of this address (a reload after a refusal) shows the talk."""
    if request.method in ("GET", "HEAD"):
        return redirect("social:talk", public_id)
    return _said(request, public_id)


@require_POST
def _said(request: HttpRequest, public_id: str) -> HttpResponse:
    access = seen_by(request, public_id)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        if request.user.pk is None:
            raise NotAllowed("sign-in-first")
        line_say(access, request.user.pk, text, phrase)
    except Refusal as refusal:
        return _shown(request, access, refusal=refusal, text=text)
    return _shown(request, access) if _in_panel(request) else redirect("social:talk", public_id)


def seen_by(request: HttpRequest, public_id: str) -> Access:
    """The table as whoever asks may see it. Raises Http404."""
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    return access


def _shown(request: HttpRequest, access: Access, refusal: Refusal | None = None, text: str = "") -> HttpResponse:
    context: dict[str, Any] = {
        "table": access.table,
        "talk": talk(access, request.user.pk),
        "said": text,  # what was refused stays in its box
        "refusal": refusal_context(refusal) if refusal else None,
        "length": LENGTH,
    }
    template = "social/panel.html" if _in_panel(request) else "social/page.html"
    return render(request, template, context, status=refusal.status if refusal else 200)


def _in_panel(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
