"""Comments and private notes on positions of a match. Responses redirect to the position."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.social.chat.services import post_comment
from games.social.comments import save_note
from games.social.views.chat import get_access_or_404
from games.tables.errors import ForbiddenError
from games.tables.views.errors import render_errors, require_rate


def comment(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Comment on a position. A GET (after reloading an error page) shows the position."""
    return _handle_post(request, public_id, n) if request.method == "POST" else _back(request, public_id, n)


def note(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Save a private note on a position. A GET (after reloading an error page) shows the position."""
    return (
        _handle_post(request, public_id, n, is_note=True) if request.method == "POST" else _back(request, public_id, n)
    )


@require_POST
@render_errors
def _handle_post(request: HttpRequest, public_id: str, n: int, *, is_note: bool = False) -> HttpResponse:
    access, text = get_access_or_404(request, public_id), request.POST.get("text", "")
    if request.user.pk is None:
        raise ForbiddenError("sign-in-first")
    if is_note:
        require_rate(request, "position_note", "too-quick")
        save_note(access, request.user.pk, n, text)
    else:
        post_comment(access, request.user.pk, n, text)
    return _back(request, public_id, n)


def _back(request: HttpRequest, public_id: str, n: int) -> HttpResponse:
    """Redirect to the position, keeping the chosen perspective."""
    seat, everything = request.POST.get("seat", ""), request.POST.get("open") == "1"
    perspective = {"open": "1"} if everything else {"seat": seat} if seat.isdecimal() and len(seat) < 3 else {}
    address = reverse("replays:position", args=(public_id, n))
    return redirect(f"{address}?{urlencode(perspective)}#beside" if perspective else f"{address}#beside")
