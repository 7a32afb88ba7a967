"""Looking at an ended match together: one leads, the others' pages follow."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.replays.reviews.selectors import get_review_view
from games.replays.reviews.services import get_review, hand_over, move_review, start_review, take_lead
from games.replays.viewer.access import get_ended_access
from games.replays.views.viewer import is_number
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.views.errors import render_errors

GIVE, TAKE = "give", "take"


def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start a review at position `n`, led by the person. A GET (a reload after a refusal) shows the replay."""
    return _start(request, public_id) if request.method == "POST" else redirect("replays:detail", public_id)


@require_POST
@render_errors
def _start(request: HttpRequest, public_id: str) -> HttpResponse:
    access = get_ended_access(public_id, request.user.pk)
    review = start_review(access, _require_person(request), _read_position(request))
    return redirect("replays:review", public_id, review.code)


@require_safe
@render_errors
def review(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Redirect to the leader's position, from the reader's seat."""
    access = get_ended_access(public_id, request.user.pk)
    current = get_review(access, code)
    seat = {} if access.own_seat is None else {"seat": access.own_seat.number}
    return redirect(f"{reverse('replays:position', args=(public_id, current.n))}?{urlencode({**seat, 'review': code})}")


@require_safe
@never_cache
@render_errors
def state(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Return the position and the leader."""
    access = get_ended_access(public_id, request.user.pk)
    view = get_review_view(access, get_review(access, code), request.user.pk)
    return JsonResponse({
        "n": view.n, "number": view.revision, "leader": view.leader, "leads": view.is_leading, "free": view.can_lead,
    })  # fmt: skip


def step(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """The leader's position is `n`. A GET (a reload after a refusal) shows the review."""
    return _step(request, public_id, code) if request.method == "POST" else redirect("replays:review", public_id, code)


@require_POST
@render_errors
def _step(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    access = get_ended_access(public_id, request.user.pk)
    move_review(access, code, _require_person(request), _read_position(request))
    return HttpResponse(status=204)


def lead(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    """Give the lead away (`do=give`), or take it. A GET (a reload after a refusal) shows the review."""
    return _lead(request, public_id, code) if request.method == "POST" else redirect("replays:review", public_id, code)


@require_POST
@render_errors
def _lead(request: HttpRequest, public_id: str, code: str) -> HttpResponse:
    access, person = get_ended_access(public_id, request.user.pk), _require_person(request)
    action = request.POST.get("do")
    if action not in (GIVE, TAKE):
        raise BadRequestError("malformed")
    (hand_over if action == GIVE else take_lead)(access, code, person)
    return redirect("replays:review", public_id, code)


def _require_person(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise ForbiddenError("sign-in-first")
    return request.user.pk


def _read_position(request: HttpRequest) -> int:
    text = request.POST.get("n", "")
    if not is_number(text):
        raise BadRequestError("not-a-number")
    return int(text)
