"""The table page, its fragment, and moves."""

import hashlib
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from games.tables import signals
from games.tables.access import Access, Glance, table_access, table_glance
from games.tables.bots.fast_forward import bots_hurried
from games.tables.errors import Conflict, Malformed, NotAllowed, NotFound, Refusal
from games.tables.gameplay.moves import Receipt, Submitted, person_moves
from games.tables.live.publish import stream_token
from games.tables.selectors.started_at import first_match
from games.tables.selectors.table_page import table_page
from games.tables.selectors.table_page_data import TablePage
from games.tables.session.table_session import desk
from games.tables.views.errors import (
    answers_refusals,
    is_in_short,
    post_at_table,
    refusal_context,
    refusal_sentence,
    refused_in_short,
)


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    return _whole(request, _page(request, _access(request, public_id)))


def _etag_seen(request: HttpRequest, public_id: str) -> str | None:
    """The tag of what the reader would be shown, if the reader's hand form is the present one. 1 query."""
    if "If-None-Match" not in request.headers:
        return None
    glance = table_glance(public_id, request.user.pk)
    if glance is None or request.GET.get("asked", "") != str(glance.asked or ""):
        return None
    return _etag(request, public_id, glance)


@require_safe
@condition(etag_func=_etag_seen)
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """What changes while one looks: the zone, the log after `?log=`, and the hand form unless it answers `?asked=`.

    Answers 304 before the position or the log are read, if the reader has this very state.
    """
    access = _access(request, public_id)
    return _fragment(request, access, _page(request, access, _mark(request)), request.GET.get("asked", ""))


@post_at_table
@answers_refusals
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A decision: answered with the fragment for htmx, with a redirect for plain forms; refused, with the reason.

    What has waited for a connection (games/pwa/static/pwa/sender.js) asks for JSON and gets the receipt, or the reason.
    """
    try:
        access, receipt = _submitted(request, public_id)
    except Refusal as refusal:
        return move_refused(request, public_id, refusal)
    if is_in_short(request):
        return JsonResponse({"seq": receipt.seq, "digest": receipt.digest})
    if not getattr(request, "htmx", False):
        return redirect("tables:table", public_id)
    return _fragment(request, access, _page(request, access, _mark(request)))


@post_at_table
@answers_refusals
def hurry(request: HttpRequest, public_id: str) -> HttpResponse:
    """Fast-forward: open pages are told when something happens."""
    bots_hurried(public_id=public_id, user_id=request.user.pk)
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return redirect("tables:table", public_id)


def _submitted(request: HttpRequest, public_id: str) -> tuple[Access, Receipt]:
    """Play the move. Returns the table as it stands afterwards, from what the desk still has in hand, and the receipt.

    A form says whose it is: one that was made for somebody else than who is logged in by now is refused.
    """
    check_person(request, public_id)
    asked = request.POST.get("asked", "")
    if asked and not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Malformed("malformed")
    with desk(public_id) as d:
        receipt = person_moves(
            d,
            user_id=request.user.pk,
            asked=int(asked) if asked else None,
            submitted=Submitted(form=dict(request.POST.lists())),
            key=request.POST.get("key", ""),
        )
    return Access(d.table, tuple(d.seats), d.seat_of(request.user.pk), d.state), receipt


def check_person(request: HttpRequest, public_id: str) -> None:
    """Raises a Refusal where nobody is logged in, or somebody else than whom the form was made for."""
    if not request.user.is_authenticated:
        if table_access(public_id, None) is None:
            raise NotFound("no-such-table")
        raise NotAllowed("not-seated")
    if request.POST.get("person", request.user.public_id) != request.user.public_id:
        raise Conflict("somebody-else")


def move_refused(request: HttpRequest, public_id: str, refusal: Refusal) -> HttpResponse:
    if is_in_short(request):
        seen = table_access(public_id, request.user.pk)
        return refused_in_short(request, refusal, seen.table.title if seen else "")
    if isinstance(refusal, NotFound):
        raise refusal
    access = _access(request, public_id)
    by_htmx = getattr(request, "htmx", False)
    if by_htmx and refusal.code == "somebody-else":  # nothing of the page is for who is logged in by now
        messages.error(request, refusal_sentence(refusal))
        return HttpResponse(status=refusal.status, headers={"HX-Refresh": "true"})
    page = _page(request, access, _mark(request) if by_htmx else "", refusal_context(refusal))
    if by_htmx:
        return _fragment(request, access, page, request.POST.get("asked", ""), refusal.status)
    return _whole(request, page, refusal.status)


def _access(request: HttpRequest, public_id: str) -> Access:
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    return access


def _mark(request: HttpRequest) -> str:
    """How far the reader's page has the log."""
    return request.GET.get("log", "")


def _page(request: HttpRequest, access: Access, mark: str = "", refusal: dict[str, Any] | None = None) -> TablePage:
    page, more = table_page(access, mark), dict[str, Any]()
    signals.TablePageBuilt(access, more).send()
    invite = (
        reverse("tables:invite", args=(page.id, page.invite_code)) if page.invite_code and page.status == "open" else ""
    )
    replay = reverse("replays:replay", args=(page.id,)) if page.status == "finished" else ""
    return replace(
        page,
        more=more,
        replay_url=request.build_absolute_uri(replay) if replay else "",
        invite_url=request.build_absolute_uri(invite) if invite else "",
        stream_token=stream_token(
            page.id, person=getattr(request.user, "public_id", ""), topics=more.get("topics", ())
        ),
        refusal=refusal,
    )


def _whole(request: HttpRequest, page: TablePage, status: int = 200) -> HttpResponse:
    """The page around it all. Only here one is known to be new: what is fetched later lies in the same page."""
    first = page.my_seat is not None and page.status == "running" and first_match(request.user.pk, page.slug)
    return render(request, "tables/table.html", {"page": page, "first": first}, status=status)


def _fragment(
    request: HttpRequest, access: Access, page: TablePage, shown: str | None = None, status: int = 200
) -> HttpResponse:
    """`shown`: the question the reader's hand form answers; None after a move, when the form is always renewed.

    A refused move keeps form and selection while the question is the same; only the reason is added.
    """
    with_hand = shown is None or page.asked is None or shown != str(page.asked)
    response = render(request, "tables/table_fragment.html", {"page": page, "with_hand": with_hand}, status=status)
    if page.refusal is None:
        response["ETag"] = _etag(request, page.id, access.glance)
    return response


def _etag(request: HttpRequest, public_id: str, glance: Glance) -> str:
    """All that the fragment depends on, and the session: what one log-in was shown is nothing for the next.

    Weak: form tokens differ each time, and the log goes on from where the reader is.
    """
    parts = (request.session.session_key, public_id, get_language(), glance)
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
