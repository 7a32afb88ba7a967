"""Views for taking and leaving seats."""

import re
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services.users import ensure_user
from games.tables import signals
from games.tables.access import get_table_access
from games.tables.bots import substitutes
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from games.tables.gameplay.client_seeds import encode_client_seed, hash_typed_client_seed
from games.tables.locked_table import require_open
from games.tables.models import Table
from games.tables.page_data import build_table_page
from games.tables.selectors.lesson_counts import count_lessons
from games.tables.services import seats, seed_reveal
from games.tables.services import start as services_start
from games.tables.services.lesson_progress import get_readers_progress
from games.tables.views.errors import post_or_table, render_errors, require_rate

SEAT_LEVEL = re.compile("level-([0-9]{1,2})")  # form field: the level for one seat


@post_or_table
@render_errors
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat. Visitors without an account become guests."""
    number, code = request.POST.get("number", ""), request.POST.get("code", "")
    access = get_table_access(public_id, request.user.pk, invite_code=code)
    if access is None:
        raise Http404
    if not request.user.is_authenticated:  # before a guest is created
        require_open(access.table)
        if not access.has_room:
            raise ConflictError("seat-taken")
    user_id = ensure_user(request).pk
    require_rate(request, "take_seat", "too-quick")
    seats.take_seat(
        public_id=public_id,
        user_id=user_id,
        number=int(number) if number.isdecimal() and len(number) < 3 else None,
        invite_code=code,
    )
    return redirect_to_table(public_id)


@require_safe
@cache_control(no_store=True, private=True)
def invite(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Show the page of an invitation: the table in short, and a seat to take."""
    access = get_table_access(public_id, request.user.pk, invite_code=code)
    if access is None:
        raise Http404
    if access.own_seat is not None:
        return redirect_to_table(public_id)
    added_context: dict[str, Any] = {}
    signals.InvitePageBuilt(access, request.user.pk, added_context).send()
    shared = reverse("tables:invite", args=(public_id, code))
    page = replace(build_table_page(access), more=added_context, invite_url=request.build_absolute_uri(shared))
    lessons = count_lessons(get_readers_progress(request), page.slug)
    return render(request, "tables/seating/invite.html", {"page": page, "code": code, "lessons": lessons})


@post_or_table
@render_errors
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave the seat, or break the match off before the deal."""
    break_off = request.POST.get("break_off") == "1"
    seats.leave_seat(public_id=public_id, user_id=require_user_id(request), break_off=break_off)
    return redirect_to_table(public_id) if break_off else redirect("tables:lobby")


@post_or_table
@render_errors
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Remove a player, as the host, if they still hold the seat as shown on the page."""
    number, key = request.POST.get("number", ""), request.POST.get("key", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 3):
        raise BadRequestError("malformed")
    seats.remove_player(public_id=public_id, user_id=require_user_id(request), number=int(number), key=key)
    return redirect_to_table(public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@render_errors
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation to resign; POST resigns."""
    access = get_table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    if request.method == "POST":
        substitutes.resign_seat(public_id=public_id, user_id=require_user_id(request))
        return redirect_to_table(public_id)
    page = build_table_page(access)
    return (
        render(request, "tables/seating/resign.html", {"page": page})
        if page.can_resign
        else redirect_to_table(public_id)
    )


@post_or_table
@render_errors
def reclaim(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the seat back after having run out of time."""
    substitutes.reclaim_seat(public_id=public_id, user_id=require_user_id(request))
    return redirect_to_table(public_id)


@post_or_table
@render_errors
def fill_with_bots(request: HttpRequest, public_id: str) -> HttpResponse:
    """Fill empty seats with bots, all of one level or some of another (`level-3`, by seat number)."""
    level, start = request.POST.get("level", "normal"), request.POST.get("start") == "1"
    fields = ((name, request.POST.get(name, "")) for name in request.POST)
    levels = {int(match[1]): text for name, text in fields if text and (match := SEAT_LEVEL.fullmatch(name))}
    user_id = require_user_id(request)
    seats.fill_with_bots(public_id=public_id, user_id=user_id, level=level, levels=levels, start=start, is_offered=True)
    return redirect_to_table(public_id)


@post_or_table
@render_errors
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start the match."""
    services_start.start_table(
        public_id=public_id, user_id=require_user_id(request), client_seed_hash=request.POST.get("hash", "")
    )
    return redirect_to_table(public_id)


@post_or_table
@render_errors
def submit_client_seed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Submit a client seed: its hash computed by the browser, or words that are hashed here."""
    access, user_id = get_table_access(public_id, request.user.pk), require_user_id(request)
    if access is None or access.own_seat is None:
        raise ForbiddenError("not-seated")
    require_rate(request, "client_seed", "too-quick")
    words = request.POST.get("phrase", "")
    client_seed_hash = request.POST.get("hash", "") or (
        words and hash_typed_client_seed(public_id, access.own_seat.number, words)
    )
    seed_reveal.submit_client_seed_hash(public_id=public_id, user_id=user_id, client_seed_hash=client_seed_hash)
    return HttpResponse(status=204) if request.POST.get("hash") else redirect_to_table(public_id)


@post_or_table
@render_errors
def reveal_client_seed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reveal a client seed at a strict table: its bytes in hex from the browser, or the words again."""
    user_id = require_user_id(request)
    require_rate(request, "client_seed", "too-quick")
    seed_hex = request.POST.get("bytes", "")
    if seed_hex and not re.fullmatch("(?:[0-9a-f]{2}){1,800}", seed_hex):
        raise BadRequestError("malformed")
    client_seed = bytes.fromhex(seed_hex) if seed_hex else encode_client_seed(request.POST.get("phrase", ""))
    seed_reveal.reveal_client_seed(
        public_id=public_id, user_id=user_id, client_seed=client_seed, seen_hashes=request.POST.get("seen", "")
    )
    return HttpResponse(status=204) if seed_hex else redirect_to_table(public_id)


def require_user_id(request: HttpRequest) -> int:
    """Return the user's id. Raises ForbiddenError if not signed in."""
    if not request.user.is_authenticated:
        raise ForbiddenError("not-seated")
    return request.user.pk


def redirect_to_table(public_id: str) -> HttpResponseRedirect:
    return redirect("tables:detail", public_id)


def new_table_response(request: HttpRequest, table: Table, *, seat: int, full: bool) -> JsonResponse:
    """Return what a script needs after creating a table: the commitment, and URLs to add a client seed and to start."""
    return JsonResponse({
        "table": table.public_id, "seat": seat, "full": full, "commitment": table.commitment,
        "address": reverse("tables:detail", args=(table.public_id,)),
        "start": reverse("tables:start", args=(table.public_id,)), "token": get_token(request),
    })  # fmt: skip
