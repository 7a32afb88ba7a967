"""The table page, its fragment, and moves."""

import hashlib
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.live.announce import stream_token
from games.tables import hooks
from games.tables.access import Access, table_access
from games.tables.errors import Malformed, NotAllowed, NotFound, Refusal
from games.tables.moves import Submitted, move_submit
from games.tables.page import TablePage, table_page
from games.tables.views.refusals import answers_refusals, post_at_table, refusal_context


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    return render(request, "tables/table.html", {"page": _page(request, _access(request, public_id))})


@require_safe
def fragment(request: HttpRequest, public_id: str) -> HttpResponse:
    """What changes while one looks: the zone, and the hand form where it asks another question than `?asked=`.

    Answers 304 before anything is read of the position, if the reader has this very state.
    """
    access = _access(request, public_id)
    shown = request.GET.get("asked", "")
    etag = _etag(request, access, shown)
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = _fragment(request, _page(request, access), shown)
    response["ETag"], response["Cache-Control"] = etag, "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


@post_at_table
@answers_refusals
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A decision: answered with the fragment for htmx, with a redirect for plain forms; refused, with the reason."""
    try:
        _submit(request, public_id)
    except NotFound:
        raise
    except Refusal as refusal:
        return _refused(request, public_id, refusal)
    if not getattr(request, "htmx", False):
        return redirect("games:table", public_id)
    return _fragment(request, _page(request, _access(request, public_id)))


def _submit(request: HttpRequest, public_id: str) -> None:
    if not request.user.is_authenticated:
        _access(request, public_id)
        raise NotAllowed("not-seated")
    asked = request.POST.get("asked", "")
    if asked and not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Malformed("malformed")
    move_submit(
        public_id=public_id,
        seat_number=None,
        asked=int(asked) if asked else None,
        submitted=Submitted(form=dict(request.POST.lists())),
        user_id=request.user.pk,
        key=request.POST.get("key", ""),
    )


def _refused(request: HttpRequest, public_id: str, refusal: Refusal) -> HttpResponse:
    page = _page(request, _access(request, public_id), refusal_context(refusal))
    if getattr(request, "htmx", False):
        return _fragment(request, page, request.POST.get("asked", ""), refusal.status)
    return render(request, "tables/table.html", {"page": page}, status=refusal.status)


def _access(request: HttpRequest, public_id: str) -> Access:
    access = table_access(public_id, request.user.pk)
    if access is None:
        raise Http404
    return access


def _page(request: HttpRequest, access: Access, refusal: dict[str, Any] | None = None) -> TablePage:
    page, more = table_page(access), dict[str, Any]()
    hooks.page_made(access, more)
    invite = (
        reverse("games:invite", args=(page.id, page.invite_code)) if page.invite_code and page.status == "open" else ""
    )
    return replace(
        page,
        more=more,
        invite_url=request.build_absolute_uri(invite) if invite else "",
        stream_token=stream_token(page.id, person=getattr(request.user, "public_id", "")),
        refusal=refusal,
    )


def _fragment(request: HttpRequest, page: TablePage, shown: str | None = None, status: int = 200) -> HttpResponse:
    """`shown`: the question the reader's hand form answers; None after a move, when the form is always renewed.

    A refused move keeps form and selection while the question is the same; only the reason is added.
    """
    with_hand = shown is None or page.asked is None or shown != str(page.asked)
    return render(request, "tables/table_fragment.html", {"page": page, "with_hand": with_hand}, status=status)


def _etag(request: HttpRequest, access: Access, shown: str) -> str:
    """All that the fragment depends on, and the session: what one log-in was shown is nothing for the next."""
    names = ",".join(str(seat.user or "") for seat in access.seats)
    parts = (
        request.session.session_key,
        access.table.public_id,
        access.table.rev,
        access.seat,
        get_language(),
        shown,
        names,
    )
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
