"""Setting up a table and finding one's place at it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import person_of
from games import catalog
from games.catalog import Meta
from games.tables import opening, seats
from games.tables.access import table_access
from games.tables.desk import check_open
from games.tables.errors import Conflict, NotAllowed, Unprocessable
from games.tables.forms import OPTION, TableForm
from games.tables.lists import title_card
from games.tables.models import Table
from games.tables.names import in_language
from games.tables.page import table_page
from games.tables.views.refusals import answers_refusals, check_rate, post_at_table, posted_or_front


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
        return _to_table(_created(request, meta, form))
    context = {
        "card": title_card(meta),
        "form": form,
        "presets": [(p.key, in_language(p.label)) for p in meta.presets],
        "preset": preset.key if preset else "",
        "estimate": form.estimate(),
        "has_estimate": catalog.pace(slug) is not None,
    }
    return render(request, "tables/table_new.html", context, status=422 if form.is_bound and not asked else 200)


@posted_or_front
@answers_refusals
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """One click: a guest account if need be, a table, bots, cards."""
    meta = _meta(slug)
    level = request.POST.get("level", "beginner")
    if level not in catalog.title(slug).bots:  # before a guest is made for it
        raise Unprocessable("bad-option", {"option": "level"})
    check_rate(request, "table", "too-many-address")
    table = seats.table_quick(title_slug=meta.slug, user_id=person_of(request).pk, level=level)
    return _to_table(table.public_id)


@post_at_table
@answers_refusals
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    number, code = request.POST.get("number", ""), request.POST.get("code", "")
    access = table_access(public_id, request.user.pk, invite_code=code)
    if access is None:
        raise Http404
    if not request.user.is_authenticated:  # before a guest is made for it
        check_open(access.table)
        if not access.has_room:
            raise Conflict("seat-taken")
    user_id = person_of(request).pk
    check_rate(request, "seat", "too-quick")
    seats.seat_take(
        public_id=public_id,
        user_id=user_id,
        number=int(number) if number.isdecimal() and len(number) < 3 else None,
        invite_code=code,
    )
    return _to_table(public_id)


@require_safe
@cache_control(no_store=True, private=True)
def invite(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Where an invitation leads: the table in short, and a seat to take."""
    access = table_access(public_id, request.user.pk, invite_code=code)
    if access is None:
        raise Http404
    if access.own is not None:
        return _to_table(public_id)
    return render(request, "tables/invite.html", {"page": table_page(access), "code": code})


@post_at_table
@answers_refusals
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    seats.seat_leave(public_id=public_id, user_id=_person(request))
    return redirect("games:lobby")


@post_at_table
@answers_refusals
def fill(request: HttpRequest, public_id: str) -> HttpResponse:
    level, start = request.POST.get("level", "normal"), request.POST.get("start") == "1"
    seats.seats_fill(public_id=public_id, user_id=_person(request), level=level, start=start)
    return _to_table(public_id)


@post_at_table
@answers_refusals
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    opening.table_start(public_id=public_id, user_id=_person(request))
    return _to_table(public_id)


def _like(request: HttpRequest, slug: str) -> dict[str, Any]:
    """The form's values of the table named by `?like=`, if it is one this person may see."""
    named = request.GET.get("like", "")
    access = table_access(named, request.user.pk) if named.isalnum() else None  # PostgreSQL takes no NUL
    if access is None or access.table.title != slug:
        return {}
    options = {f"{OPTION}{key}": str(value) for key, value in access.table.options.items()}
    bots = [seat.bot for seat in access.seats if seat.user_id is None and seat.bot]
    table = {"seats": len(access.seats), "bots": len(bots), "bot_level": next(iter(bots), "normal")}
    return {**options, **table, "visibility": access.table.visibility, "turn_seconds": access.table.turn_seconds}


def _created(request: HttpRequest, meta: Meta, form: TableForm) -> str:
    data: dict[str, Any] = form.cleaned_data
    check_rate(request, "table", "too-many-address")
    user = person_of(request)
    table = seats.table_with_bots(
        host_id=user.pk,
        bots=data["bots"],
        level=data["bot_level"],
        title_slug=meta.slug,
        options=form.options(),
        seats=data["seats"],
        visibility=Table.Visibility(data["visibility"]),
        turn_seconds=data["turn_seconds"],
    )
    return table.public_id


def _person(request: HttpRequest) -> int:
    if not request.user.is_authenticated:
        raise NotAllowed("not-seated")
    return request.user.pk


def _meta(slug: str) -> Meta:
    meta = catalog.metas().get(slug)
    if meta is None:
        raise Http404
    return meta


def _to_table(public_id: str) -> HttpResponseRedirect:
    return redirect("games:table", public_id)
