"""Views that create tables."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.services.users import ensure_user
from config.db.locking import write_transaction
from games.catalog import registry
from games.catalog.registry import GameMetadata
from games.tables import signals
from games.tables.access import get_table_access
from games.tables.bots.levels import list_quick_level_choices
from games.tables.context_processors import DEFAULT_LEVEL, get_chosen_level
from games.tables.errors import UnprocessableError
from games.tables.forms.clock_fields import clock_code
from games.tables.forms.table_form import OPTION_PREFIX, TableForm
from games.tables.labels import localize_text
from games.tables.models import Table
from games.tables.selectors.table_lists import get_game_card
from games.tables.services import seats
from games.tables.services.rematch import join_rematch as rematch_joined
from games.tables.views.errors import post_or_front_page, post_or_table, render_errors, require_rate
from games.tables.views.seats import new_table_response, redirect_to_table, require_user_id
from games.tables.views.sent_forms import create_table_once

LEVEL_SECONDS = 60 * 60 * 24 * 365


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form for a new table, or create it. Visitors without an account become guests."""
    meta = _meta(slug)
    preset = meta.get_preset(request.GET.get("preset", ""))
    query = request.POST if request.method == "POST" else request.GET
    is_estimate = "estimate" in query  # only estimate the duration, without creating a table
    form = TableForm(
        meta, query if is_estimate or request.POST else None, preset=preset, initial=_initial_from_table(request, slug)
    )
    if request.method == "POST" and not is_estimate and form.is_valid():
        table = create_table_once(request, partial(_create, request, meta, form))
        full = form.cleaned_data["bots"] == form.cleaned_data["seats"] - 1 and not table.is_strict
        return (
            new_table_response(request, table, seat=0, full=full)
            if _is_script_setup(request)
            else redirect_to_table(table.public_id)
        )
    added_context: dict[str, Any] = {}
    signals.TableFormBuilt(request.user.pk, added_context).send()
    context = {
        "more": added_context,
        "picked": query.getlist("friends"),
        "card": get_game_card(meta),
        "form": form,
        "presets": [(p.key, localize_text(p.label)) for p in meta.presets],
        "preset": preset.key if preset else "",
        "estimate": form.estimate(),
        "has_estimate": registry.get_duration(slug) is not None,
    }
    return render(
        request, "tables/lobby/table_new.html", context, status=422 if form.is_bound and not is_estimate else 200
    )


@post_or_front_page
@render_errors
def quick_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a match with one click, as a guest if necessary. `bots` is "fewest" after the lessons."""
    meta = _meta(slug)
    level, offered = request.POST.get("level", ""), [choice.code for choice in list_quick_level_choices(meta)]
    if not level:
        level = cookie_level if (cookie_level := get_chosen_level(request)) in offered else DEFAULT_LEVEL
    if level not in offered:  # before a guest is created
        raise UnprocessableError("bad-option", {"option": "level"})
    open_only = _is_script_setup(request)
    bots = get_game_card(meta).fewest_bots if request.POST.get("bots") == "fewest" else None
    setup: dict[str, Any] = {"game_slug": meta.slug, "level": level, "start": not open_only, "bots": bots}
    table = create_table_once(request, lambda user: seats.create_quick_table(user_id=user.pk, **setup))
    response = (
        new_table_response(request, table, seat=0, full=True) if open_only else redirect_to_table(table.public_id)
    )
    response.set_cookie("level", level, max_age=LEVEL_SECONDS, samesite="Lax", secure=request.is_secure())
    return response


@post_or_table
@render_errors
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go to the rematch, which is created by the first player who asks."""
    require_user_id(request)
    require_rate(request, "create_table", "too-many-tables-per-address")
    return redirect_to_table(rematch_joined(public_id=public_id, user_id=ensure_user(request).pk))


def _initial_from_table(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return initial form values from the table named by `?like=`, if the user may see it."""
    named = request.GET.get("like", "")
    access = get_table_access(named, request.user.pk) if named.isalnum() else None  # PostgreSQL rejects NUL
    if access is None or access.table.game_slug != slug:
        return {}
    options = {f"{OPTION_PREFIX}{key}": str(value) for key, value in access.table.options.items()}
    bots = [seat.bot_level for seat in access.seats if seat.is_bot_of_its_own]
    table = {"seats": len(access.seats), "bots": len(bots), "bot_level": next(iter(bots), "normal")}
    timing = access.table.time_control
    clock = {**timing.as_dict(), "turn_seconds": clock_code(timing.clock)}
    return {
        **options,
        **table,
        **clock,
        "visibility": access.table.visibility,
        "strict": access.table.is_strict,
        "name": access.table.name,
        "starts_when_full": access.table.starts_when_full,
    }


def _is_script_setup(request: HttpRequest) -> bool:
    """Return whether a script creates the table, then starts it with a client seed (replays/lib/client_seeds.js)."""
    return request.POST.get("open") == "1"


def _create(request: HttpRequest, meta: GameMetadata, form: TableForm, user: User) -> Table:
    data: dict[str, Any] = form.cleaned_data
    with write_transaction():
        signals.TableRequested(user.pk, request.POST).send()
        table = seats.create_table_with_bots(
            host_id=user.pk,
            bots=data["bots"],
            start=not _is_script_setup(request),
            level=data["bot_level"],
            game_slug=meta.slug,
            options=form.options(),
            seats=data["seats"],
            visibility=Table.Visibility(data["visibility"]),
            timing=form.get_time_control(),
            strict=data["strict"],
            name=data["name"],
            starts_when_full=data["starts_when_full"],
        )
        signals.TableCreated(table, user.pk, request.POST).send()
    return table


def _meta(slug: str) -> GameMetadata:
    meta = registry.list_metadata().get(slug)
    if meta is None:
        raise Http404
    return meta
