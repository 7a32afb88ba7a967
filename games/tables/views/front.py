"""Front page, lobby, rules, theme."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import catalog
from games.tables import lists
from games.tables.context import THEMES
from games.tables.rules_text import rules_text
from games.tables.views.refusals import posted_or_front

FRONT_TABLES = 5
THEME_SECONDS = 60 * 60 * 24 * 365


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    mine = lists.tables_mine(request.user.pk)[:FRONT_TABLES] if request.user.is_authenticated else []
    return render(request, "tables/front.html", {"titles": lists.title_cards(), "mine": mine})


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    user_id = request.user.pk
    context = {
        "mine": lists.tables_mine(user_id) if user_id else [],
        "open_tables": lists.tables_open(user_id),
        "finished": lists.tables_finished(user_id) if user_id else [],
        "titles": lists.title_cards(),
    }
    return render(request, "tables/lobby.html", context)


@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """To the table that waits for this person most urgently, or else to the lobby."""
    mine = lists.tables_mine(request.user.pk) if request.user.is_authenticated else []
    waiting = next((line for line in mine if line.my_turn), None)
    return redirect("games:table", waiting.id) if waiting else redirect("games:lobby")


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    meta = catalog.metas().get(slug)
    if meta is None:
        raise Http404
    text = rules_text(slug, (get_language() or "en")[:2])
    return render(request, "tables/rules.html", {"card": lists.title_card(meta), "rules": text})


@posted_or_front
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or (anything else) as the device says."""
    target = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    if not (ours and target.startswith("/")):  # without it `redirect` would take it for a view's name
        target = "/"
    response = redirect(target)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=THEME_SECONDS, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie("theme")
    return response
