"""Friends, blocked people, and invitations."""

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.request_user import PersonRequest
from accounts.services.users import person_of
from games.social.friends import blocks
from games.social.friends import services as friends_services
from games.social.friends.invitations import invitation_answer, person_invite
from games.social.models import Block, Mute
from games.social.views.chat import seen_by
from games.tables.errors import Malformed
from games.tables.labels import in_sentence
from games.tables.views.errors import answers_refusals, check_rate, post_at_table
from games.tables.views.seats import person_here, to_table

NAME_LENGTH = 40


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@answers_refusals
def company(request: PersonRequest) -> HttpResponse:
    """Friends, requests, and whom one does not read. POST: ask somebody by name."""
    me = request.user.pk
    if request.method == "POST":
        check_rate(request, "invite", "too-many-invitations")
        friends_services.friend_ask(user_id=me, other=friends_services.found_by_name(_name(request)))
        messages.success(request, _("Asked. Somebody with this name finds it on this page and may accept."))
        return redirect("social:company")
    context = {
        "friends": list(friends_services.friends_of(me)[: friends_services.FRIENDS_MOST]),
        "asking": friends_services.requests_to(me),
        "muted": _others(Mute, me),
        "blocked": _others(Block, me),
        "length": NAME_LENGTH,
    }
    return render(request, "social/company.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@answers_refusals
def between(request: PersonRequest, public_id: str) -> HttpResponse:
    """What there is between the reader and somebody; POST: `do` says what there is to be."""
    other = get_user_model().objects.filter(public_id=public_id, anonymised_at=None).first()
    if other is None or other.pk == request.user.pk:
        raise Http404
    if request.method == "POST":
        _changed(request, other)
        messages.success(request, _("Saved."))
        if request.POST.get("next") == "company":
            return redirect("social:company")
        return redirect("social:between", public_id)
    context = {
        "other": other,
        "name": in_sentence(str(other)),
        "state": friends_services.state_between(request.user.pk, other.pk),
        "may_ask": not (request.user.is_guest or other.is_guest) and other.is_active,
        "muted": Mute.objects.filter(user=request.user, other=other).exists(),
        "blocked": Block.objects.filter(user=request.user, other=other).exists(),
    }
    return render(request, "social/between.html", context)


@post_at_table
@answers_refusals
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite by name. The answer is the same whoever that is."""
    user_id = person_here(request)
    check_rate(request, "invite", "too-many-invitations")
    person_invite(seen_by(request, public_id), user_id, friends_services.found_by_name(_name(request)))
    messages.success(request, _("Invited. Somebody with this name finds it among their tables and may sit down."))
    return to_table(public_id)


@post_at_table
@answers_refusals
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept or decline an invitation."""
    answer = request.POST.get("answer", "")
    if answer not in ("accept", "decline"):
        raise Malformed("malformed")
    user_id = person_here(request)
    check_rate(request, "seat", "too-quick")
    if answer == "accept":
        person_of(request)
    invitation_answer(public_id=public_id, user_id=user_id, accepts=answer == "accept")
    return to_table(public_id) if answer == "accept" else redirect("tables:lobby")


def _changed(request: PersonRequest, other: User) -> None:
    me, pair = request.user.pk, {"user_id": request.user.pk, "other_id": other.pk}
    match request.POST.get("do", ""):
        case "ask":
            check_rate(request, "invite", "too-many-invitations")
            friends_services.friend_ask(user_id=me, other=other)
        case "accept":
            friends_services.friend_accept(**pair)
        case "end":
            friends_services.friend_end(**pair)
        case "mute":
            blocks.mute(**pair, table_pk=None)
        case "unmute":
            blocks.unmute(**pair)
        case "block":
            blocks.block(**pair)
        case "unblock":
            blocks.unblock(**pair)
        case _:
            raise Malformed("malformed")


def _name(request: HttpRequest) -> str:
    return "".join(sign for sign in request.POST.get("name", "") if sign.isprintable()).strip()[:NAME_LENGTH]


def _others(kind: "type[Mute | Block]", user_id: int) -> list[User]:
    """Whom somebody mutes or blocks. 1 query."""
    rows = kind.objects.filter(user=user_id, other__anonymised_at=None).select_related("other")
    people = {row.other_id: row.other for row in rows}
    return sorted(people.values(), key=lambda other: (other.name, other.pk))
