"""Views of the front page, lobby, rules and browser settings, and the redirect to the next table."""

import hashlib
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.middleware.sanctions import sanction_exempt
from accounts.models import User
from accounts.services.users import update_user
from games.catalog import registry
from games.tables import signals
from games.tables.access import get_table_access
from games.tables.context_processors import COACH_CHOICES, HIDDEN, LESSON_OFFER, THEMES, get_chosen_level
from games.tables.labels import list_changed_options
from games.tables.selectors import table_lists
from games.tables.selectors.header_counts import get_header_counts
from games.tables.selectors.lesson_counts import count_lessons
from games.tables.selectors.lobby import get_lobby_version, list_open_tables, list_watchable_tables
from games.tables.selectors.rules_markdown import get_rules_section, get_rules_text
from games.tables.services.lesson_progress import get_readers_progress
from games.tables.views.errors import post_or_front_page

FRONT_TABLES = 5
REMOVAL_SHOWN_FOR = timedelta(days=2)
COOKIE_SECONDS = 60 * 60 * 24 * 365


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Show the front page with all games."""
    own_tables = (
        table_lists.list_my_tables(request.user.pk, count=FRONT_TABLES) if request.user.is_authenticated else None
    )
    cards, progress = table_lists.list_game_cards(), get_readers_progress(request)
    games = [(card, count_lessons(progress, card.slug)) for card in cards]
    context = {"titles": cards, "games": games, "mine": own_tables, "level": get_chosen_level(request)}
    signals.FrontPageBuilt(request.user.pk, context).send()
    return render(request, "tables/lobby/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the user's tables, and those to join or watch."""
    context = {**_lists(request), "titles": table_lists.list_game_cards()}
    signals.FrontPageBuilt(request.user.pk, context).send()
    return render(request, "tables/lobby/lobby.html", context)


def _lobby_etag(request: HttpRequest) -> str:
    parts = get_lobby_version(request.user.pk)
    signals.LobbyVersionBuilt(request.user.pk, parts).send()
    return _etag(request, get_header_counts(request.user.pk), parts)


@require_safe
@condition(etag_func=_lobby_etag)
def lobby_lists(request: HttpRequest) -> HttpResponse:
    """Render the lobby's lists for an open page. Responds 304 without building them if nothing changed."""
    return render(request, "tables/lobby/_lobby.html", _lists(request))


def _turns_etag(request: HttpRequest) -> str:
    return _etag(request, get_header_counts(request.user.pk))


@require_safe
@condition(etag_func=_turns_etag)
def turn_count(request: HttpRequest) -> HttpResponse:
    """Render the header's counters for open pages: tables where it is the user's turn, and unread notifications."""
    return render(request, "components/_news.html")


def _lists(request: HttpRequest) -> dict[str, Any]:
    user_id, number = request.user.pk, request.GET.get("page", "")
    finished = table_lists.list_finished_tables(user_id) if user_id else []
    lately = timezone.now() - REMOVAL_SHOWN_FOR
    added_context: dict[str, Any] = {}
    signals.LobbyBuilt(user_id, added_context).send()
    return {
        "more": added_context,
        "mine": table_lists.list_my_tables(user_id, int(number) if number.isdecimal() and len(number) < 7 else 1)
        if user_id
        else None,
        "open_tables": list_open_tables(user_id),
        "watched": list_watchable_tables(user_id),
        "finished": finished,
        "removed": [line for line in finished if line.outcome == "removed" and line.since and line.since > lately],
    }


def _etag(request: HttpRequest, *parts: object) -> str:
    """Return a weak ETag that depends on the session, so that no login reuses what another was shown."""
    text = repr((request.session.session_key, request.get_full_path(), get_language(), parts))
    return f'W/"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'


@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the table that waits for the user most urgently, or else to the lobby."""
    waiting = table_lists.get_next_table_id(request.user.pk) if request.user.is_authenticated else None
    return redirect("tables:detail", waiting) if waiting else redirect("tables:lobby")


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rulebook; with `?table=`, what that table plays differently comes first."""
    meta = registry.list_metadata().get(slug)
    if meta is None:
        raise Http404
    text = get_rules_text(slug, (get_language() or "en")[:2], sources="sources" in request.GET)
    lessons = count_lessons(get_readers_progress(request), slug)
    context = {"card": table_lists.get_game_card(meta), "rules": text, "lessons": lessons}
    if public_id := request.GET.get("table", ""):
        context |= _get_table_rules(request, slug, public_id)
    return render(request, "tables/help/rules.html", context)


def _get_table_rules(request: HttpRequest, slug: str, public_id: str) -> dict[str, Any]:
    """Return the changed options of a table the reader may see, possibly by invitation code (`?invitation=`)."""
    code, is_valid_id = request.GET.get("invitation", ""), public_id.isalnum()  # PostgreSQL rejects NUL
    access = get_table_access(public_id, request.user.pk, invite_code=code) if is_valid_id else None
    if access is None or access.table.game_slug != slug:
        raise Http404
    return {
        "table_id": public_id,
        "changed": list_changed_options(registry.list_metadata()[slug], access.table.options),
    }


@require_safe
@vary_on_headers("HX-Request")
def rules_section(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Render one section of a rulebook, to be shown in a dialog. Without htmx, redirect to it in the rulebook."""
    rules = get_rules_section(slug, get_language() or "en", section) if slug in registry.list_metadata() else None
    if rules is None:
        raise Http404
    if "HX-Request" not in request.headers:
        return redirect(f"{reverse('tables:rules', args=(slug,))}#rules-{section}")
    return render(request, "tables/help/_rules_section.html", {"section": rules})


@sanction_exempt
@post_or_front_page
def theme(request: HttpRequest) -> HttpResponse:
    """Set the color theme: light, dark, or (any other value) as the device prefers."""
    response = redirect(_get_next_address(request))
    name = request.POST.get("theme", "")
    if name in THEMES:
        response.set_cookie("theme", name, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie("theme")
    return response


@sanction_exempt
@post_or_front_page
def coach(request: HttpRequest) -> HttpResponse:
    """Turn the coach in this browser "on" or "off"."""
    response = redirect(_get_next_address(request))
    choice = request.POST.get("coach", "")
    if choice in COACH_CHOICES:
        response.set_cookie("coach", choice, max_age=COOKIE_SECONDS, samesite="Lax", secure=request.is_secure())
    return response


@sanction_exempt
@post_or_front_page
def goes_to_next_table(request: HttpRequest) -> HttpResponse:
    """Set whether the user is taken to the next table after a move ("on" or not). Stored with the account."""
    if isinstance(request.user, User):
        request.user.goes_to_next_table = request.POST.get("goes", "") == "on"
        update_user(person=request.user, fields=["goes_to_next_table"])
    return redirect(_get_next_address(request))


@sanction_exempt
@post_or_front_page
def hide_lesson_offer(request: HttpRequest) -> HttpResponse:
    """Stop offering the lessons next to a match in this browser."""
    response = HttpResponse() if getattr(request, "htmx", False) else redirect(_get_next_address(request))
    secure = request.is_secure()
    response.set_cookie(LESSON_OFFER, HIDDEN, max_age=COOKIE_SECONDS, samesite="Lax", secure=secure)
    return response


def _get_next_address(request: HttpRequest) -> str:
    """Return the page the form came from, as submitted in `next`; the front page if it isn't a local URL."""
    target = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if ours and target.startswith("/") else "/"  # `redirect` would take other values for view names
