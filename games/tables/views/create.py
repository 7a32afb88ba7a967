"""Setting up a table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.services.users import person_of
from config.db.locking import write_transaction
from games.catalog import registry
from games.catalog.registry import Meta
from games.tables import signals
from games.tables.access import table_access
from games.tables.context_processors import LEVEL, level_chosen
from games.tables.errors import Unprocessable
from games.tables.forms.clock_fields import clock_code
from games.tables.forms.table_form import OPTION, TableForm
from games.tables.labels import in_language
from games.tables.models import Table
from games.tables.selectors.table_lists import title_card
from games.tables.services import seats
from games.tables.services.rematch import rematch as rematch_joined
from games.tables.views.errors import answers_refusals, check_rate, post_at_table, posted_or_front
from games.tables.views.seats import opened_told, person_here, to_table

LEVEL_SECONDS = 60 * 60 * 24 * 365


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def table_new(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a new table; a guest account is made for whoever has none."""
    meta = _meta(slug)
    preset = next((p for p in meta.presets if p.key == request.GET.get("preset")), None)
    chosen = request.POST if request.method == "POST" else request.GET
    asked = "estimate" in chosen  # only what it would take, no table yet
    form = TableForm(meta, chosen if asked or request.POST else None, preset=preset, initial=_like(request, slug))
    if request.method == "POST" and not asked and form.is_valid():
        table = _created(request, meta, form)
        full = form.cleaned_data["bots"] == form.cleaned_data["seats"] - 1 and not table.strict
        return opened_told(request, table, seat=0, full=full) if _asks_to_open(request) else to_table(table.public_id)
    more: dict[str, Any] = {}
    signals.TableFormBuilt(request.user.pk, more).send()
    context = {
        "more": more,
        "card": title_card(meta),
        "form": form,
        "presets": [(p.key, in_language(p.label)) for p in meta.presets],
        "preset": preset.key if preset else "",
        "estimate": form.estimate(),
        "has_estimate": registry.pace(slug) is not None,
    }
    return render(request, "tables/table_new.html", context, status=422 if form.is_bound and not asked else 200)


@posted_or_front
@answers_refusals
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """One click: a guest account if need be, a table, bots, cards."""
    meta = _meta(slug)
    level, offered = request.POST.get("level", ""), registry.title(slug).bots
    if not level:
        level = chosen if (chosen := level_chosen(request)) in offered else LEVEL
    if level not in offered:  # before a guest is made for it
        raise Unprocessable("bad-option", {"option": "level"})
    check_rate(request, "table", "too-many-address")
    open_only = _asks_to_open(request)
    table = seats.table_quick(title_slug=meta.slug, user_id=person_of(request).pk, level=level, start=not open_only)
    response = opened_told(request, table, seat=0, full=True) if open_only else to_table(table.public_id)
    response.set_cookie("level", level, max_age=LEVEL_SECONDS, samesite="Lax", secure=request.is_secure())
    return response


@post_at_table
@answers_refusals
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """To the same once more: set up by whoever asks first, joined by the others."""
    person_here(request)
    check_rate(request, "table", "too-many-address")
    return to_table(rematch_joined(public_id=public_id, user_id=person_of(request).pk))


def _like(request: HttpRequest, slug: str) -> dict[str, Any]:
    """The form's values of the table named by `?like=`, if it is one this person may see."""
    named = request.GET.get("like", "")
    access = table_access(named, request.user.pk) if named.isalnum() else None  # PostgreSQL takes no NUL
    if access is None or access.table.title != slug:
        return {}
    options = {f"{OPTION}{key}": str(value) for key, value in access.table.options.items()}
    bots = [seat.bot for seat in access.seats if seat.user_id is None and seat.bot]
    table = {"seats": len(access.seats), "bots": len(bots), "bot_level": next(iter(bots), "normal")}
    timing = access.table.timing
    clock = {**timing.plain(), "turn_seconds": clock_code(timing.clock)}
    return {**options, **table, **clock, "visibility": access.table.visibility, "strict": access.table.strict}


def _asks_to_open(request: HttpRequest) -> bool:
    """Whether a script sets the table up, which then deals with its reader's phrase (static/games/phrases.js)."""
    return request.POST.get("open") == "1"


def _created(request: HttpRequest, meta: Meta, form: TableForm) -> Table:
    data: dict[str, Any] = form.cleaned_data
    check_rate(request, "table", "too-many-address")
    user = person_of(request)
    with write_transaction():
        table = seats.table_with_bots(
            host_id=user.pk,
            bots=data["bots"],
            start=not _asks_to_open(request),
            level=data["bot_level"],
            title_slug=meta.slug,
            options=form.options(),
            seats=data["seats"],
            visibility=Table.Visibility(data["visibility"]),
            timing=form.timing(),
            strict=data["strict"],
        )
        signals.TableCreated(table, user.pk, request.POST).send()
    return table


def _meta(slug: str) -> Meta:
    meta = registry.metas().get(slug)
    if meta is None:
        raise Http404
    return meta
