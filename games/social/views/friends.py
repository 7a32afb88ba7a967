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
from accounts.request_user import AuthenticatedRequest
from accounts.services.users import ensure_user
from games.social.friends import blocks
from games.social.friends import services as friends_services
from games.social.friends.invitations import answer_invitation, invite_person
from games.social.models import Block, Mute
from games.social.views.chat import get_access_or_404
from games.tables.errors import BadRequestError
from games.tables.labels import inline_name
from games.tables.views.errors import post_or_table, render_errors, require_rate
from games.tables.views.seats import redirect_to_table, require_user_id

NAME_LENGTH = 40


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def friends(request: AuthenticatedRequest) -> HttpResponse:
    """Friends, requests, and whom one does not read. POST: ask somebody by name."""
    me = request.user.pk
    if request.method == "POST":
        require_rate(request, "invite", "too-many-invitations")
        friends_services.send_friend_request(user_id=me, other=friends_services.find_by_name(_name(request)))
        messages.success(request, _("Request sent. Somebody with this name finds it on this page and can accept it."))
        return redirect("social:friends")
    context = {
        "friends": list(friends_services.list_friends(me)[: friends_services.MAX_FRIENDS]),
        "asking": friends_services.list_friend_requests(me),
        "muted": _others(Mute, me),
        "blocked": _others(Block, me),
        "length": NAME_LENGTH,
    }
    return render(request, "social/friends.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def relationship(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """What there is between the reader and somebody; POST: `do` says what there is to be."""
    other = get_user_model().objects.filter(public_id=public_id, anonymised_at=None).first()
    if other is None or other.pk == request.user.pk:
        raise Http404
    if request.method == "POST":
        _change_relationship(request, other)
        messages.success(request, _("Saved."))
        if request.POST.get("next") == "company":
            return redirect("social:friends")
        return redirect("social:relationship", public_id)
    context = {
        "other": other,
        "name": inline_name(str(other)),
        "state": friends_services.get_relationship(request.user.pk, other.pk),
        "may_ask": not (request.user.is_guest or other.is_guest) and other.is_active,
        "muted": Mute.objects.filter(user=request.user, other_user=other).exists(),
        "blocked": Block.objects.filter(user=request.user, other_user=other).exists(),
    }
    return render(request, "social/_relationship.html", context)


@post_or_table
@render_errors
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite by name. The answer is the same whoever that is."""
    user_id = require_user_id(request)
    require_rate(request, "invite", "too-many-invitations")
    invite_person(get_access_or_404(request, public_id), user_id, friends_services.find_by_name(_name(request)))
    messages.success(
        request, _("Invitation sent. Somebody with this name finds it among their tables and can sit down.")
    )
    return redirect_to_table(public_id)


@post_or_table
@render_errors
def invitation(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept or decline an invitation."""
    answer = request.POST.get("answer", "")
    if answer not in ("accept", "decline"):
        raise BadRequestError("malformed")
    user_id = require_user_id(request)
    require_rate(request, "take_seat", "too-quick")
    if answer == "accept":
        ensure_user(request)
    answer_invitation(public_id=public_id, user_id=user_id, accepts=answer == "accept")
    return redirect_to_table(public_id) if answer == "accept" else redirect("tables:lobby")


def _change_relationship(request: AuthenticatedRequest, other: User) -> None:
    me, pair = request.user.pk, {"user_id": request.user.pk, "other_id": other.pk}
    match request.POST.get("do", ""):
        case "ask":
            require_rate(request, "invite", "too-many-invitations")
            friends_services.send_friend_request(user_id=me, other=other)
        case "accept":
            friends_services.accept_friend(**pair)
        case "end":
            friends_services.end_friendship(**pair)
        case "mute":
            blocks.mute(**pair, table_pk=None)
        case "unmute":
            blocks.unmute(**pair)
        case "block":
            blocks.block(**pair)
        case "unblock":
            blocks.unblock(**pair)
        case _:
            raise BadRequestError("malformed")


def _name(request: HttpRequest) -> str:
    return "".join(sign for sign in request.POST.get("name", "") if sign.isprintable()).strip()[:NAME_LENGTH]


def _others(kind: "type[Mute | Block]", user_id: int) -> list[User]:
    """Whom somebody mutes or blocks. 1 query."""
    rows = kind.objects.filter(user=user_id, other_user__anonymised_at=None).select_related("other_user")
    people = {row.other_user_id: row.other_user for row in rows}
    return sorted(people.values(), key=lambda other: (other.name, other.pk))
