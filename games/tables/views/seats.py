"""Finding one's place at a table, and leaving it."""

import re
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services.users import person_of
from games.tables import signals
from games.tables.access import table_access
from games.tables.bots import substitutes
from games.tables.errors import Conflict, Malformed, NotAllowed
from games.tables.gameplay.client_seeds import hashed_here, phrase_give, words_of
from games.tables.models import Table
from games.tables.selectors.table_page import table_page
from games.tables.services import seats, seed_reveal
from games.tables.services import start as services_start
from games.tables.session.table_session import check_open
from games.tables.views.errors import answers_refusals, check_rate, post_at_table


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
    return to_table(public_id)


@require_safe
@cache_control(no_store=True, private=True)
def invite(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Where an invitation leads: the table in short, and a seat to take."""
    access = table_access(public_id, request.user.pk, invite_code=code)
    if access is None:
        raise Http404
    if access.own is not None:
        return to_table(public_id)
    more: dict[str, Any] = {}
    signals.InvitePageBuilt(access, request.user.pk, more).send()
    return render(request, "tables/invite.html", {"page": replace(table_page(access), more=more), "code": code})


@post_at_table
@answers_refusals
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    break_off = request.POST.get("break_off") == "1"
    seats.seat_leave(public_id=public_id, user_id=person_here(request), break_off=break_off)
    return to_table(public_id) if break_off else redirect("tables:lobby")


@post_at_table
@answers_refusals
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """The host takes a seat away: from whoever sat there when the page was made."""
    number, key = request.POST.get("number", ""), request.POST.get("key", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 3):
        raise Malformed("malformed")
    seats.seat_remove(public_id=public_id, user_id=person_here(request), number=int(number), key=key)
    return to_table(public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks whether one really wants to give up; a POST does it."""
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    if request.method == "POST":
        substitutes.seat_resign(public_id=public_id, user_id=person_here(request))
        return to_table(public_id)
    page = table_page(access)
    return render(request, "tables/resign.html", {"page": page}) if page.can_resign else to_table(public_id)


@post_at_table
@answers_refusals
def reclaim(request: HttpRequest, public_id: str) -> HttpResponse:
    """Back from having let time run out."""
    substitutes.seat_reclaim(public_id=public_id, user_id=person_here(request))
    return to_table(public_id)


@post_at_table
@answers_refusals
def fill(request: HttpRequest, public_id: str) -> HttpResponse:
    level, start = request.POST.get("level", "normal"), request.POST.get("start") == "1"
    seats.seats_fill(public_id=public_id, user_id=person_here(request), level=level, start=start)
    return to_table(public_id)


@post_at_table
@answers_refusals
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    services_start.table_start(public_id=public_id, user_id=person_here(request), phrase=request.POST.get("hash", ""))
    return to_table(public_id)


@post_at_table
@answers_refusals
def phrase(request: HttpRequest, public_id: str) -> HttpResponse:
    """One's part in the chance: a hash made by the browser, or words that are hashed here."""
    access, user_id = table_access(public_id, request.user.pk), person_here(request)
    if access is None or access.own is None:
        raise NotAllowed("not-seated")
    check_rate(request, "phrase", "too-quick")
    words = request.POST.get("phrase", "")
    given = request.POST.get("hash", "") or (words and hashed_here(public_id, access.own.number, words))
    phrase_give(public_id=public_id, user_id=user_id, given=given)
    return HttpResponse(status=204) if request.POST.get("hash") else to_table(public_id)


@post_at_table
@answers_refusals
def phrase_opened(request: HttpRequest, public_id: str) -> HttpResponse:
    """At a strict table: what is behind one's hash, its bytes as hex from the browser, or the words once more."""
    user_id = person_here(request)
    check_rate(request, "phrase", "too-quick")
    given = request.POST.get("bytes", "")
    if given and not re.fullmatch("(?:[0-9a-f]{2}){1,800}", given):
        raise Malformed("malformed")
    phrase = bytes.fromhex(given) if given else words_of(request.POST.get("phrase", ""))
    seed_reveal.phrase_open(public_id=public_id, user_id=user_id, phrase=phrase, seen=request.POST.get("seen", ""))
    return HttpResponse(status=204) if given else to_table(public_id)


def person_here(request: HttpRequest) -> int:
    """The id of whoever asks; Refusal for one without an account."""
    if not request.user.is_authenticated:
        raise NotAllowed("not-seated")
    return request.user.pk


def to_table(public_id: str) -> HttpResponseRedirect:
    return redirect("tables:table", public_id)


def opened_told(request: HttpRequest, table: Table, *, seat: int, full: bool) -> JsonResponse:
    """What a script needs that has opened a table: to add its reader's phrase and to deal, and to go there. The
    commitment is shown before."""
    return JsonResponse({
        "table": table.public_id, "seat": seat, "full": full, "commitment": table.commitment,
        "address": reverse("tables:table", args=(table.public_id,)),
        "start": reverse("tables:table_start", args=(table.public_id,)), "token": get_token(request),
    })  # fmt: skip
