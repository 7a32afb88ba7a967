"""Pages for friends, blocked people and invitations to tables."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services.users import ensure_user
from games.social.friends import blocks, links
from games.social.friends import services as friends_services
from games.social.friends.invitations import answer_invitation, create_and_invite, invite_person
from games.social.friends.together import find_person, get_together, require_invitable
from games.social.models import Block, Mute
from games.social.views.chat import get_access_or_404
from games.tables.errors import BadRequestError, NotFoundError, UnprocessableError
from games.tables.forms.short_form import ShortTableForm
from games.tables.labels import inline_name
from games.tables.views.errors import post_or_table, render_errors, require_rate
from games.tables.views.seats import redirect_to_table, require_user_id
from games.tables.views.sent_forms import create_table_once

NAME_LENGTH = 40


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def friends(request: AuthenticatedRequest) -> HttpResponse:
    """Show friends, requests, muted and blocked people. A POST sends a request by name, or takes it back (`do`)."""
    me = request.user.pk
    if request.method == "POST":
        _change_requests(request)
        return redirect("social:friends")
    link = links.get_friend_link(me)
    context = {
        "friends": list(friends_services.list_friends(me)[: friends_services.MAX_FRIENDS]),
        "asking": friends_services.list_friend_requests(me),
        "sent": friends_services.list_sent_requests(me),
        "link": request.build_absolute_uri(reverse("social:friend_link", args=(link,))) if link else "",
        "muted": _others(Mute, me),
        "blocked": _others(Block, me),
        "length": NAME_LENGTH,
    }
    return render(request, "social/friends.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def own_link(request: AuthenticatedRequest) -> HttpResponse:
    """Create, renew or (`do` is "delete") delete the user's friend link. A GET redirects to the page with friends."""
    if request.method == "POST":
        require_rate(request, "invite", "too-many-invitations")
        if request.POST.get("do") == "delete":
            links.delete_friend_link(request.user.pk)
        else:
            links.renew_friend_link(request.user.pk)
    return redirect(f"{reverse('social:friends')}#by-link")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@render_errors
def friend_link(request: HttpRequest, code: str) -> HttpResponse:
    """Show the owner of a friend link. A POST makes the two friends. Blocked readers get a 404 for both."""
    if request.method == "POST":
        owner = links.accept_link(user_id=require_user_id(request), code=code)
        messages.success(request, _say_friends(owner))
        return redirect("tables:player", owner.public_id)
    link_owner = links.find_by_link(code, request.user.pk)
    if link_owner is None:
        raise NotFoundError("no-such-link")
    if link_owner.pk == request.user.pk:
        return redirect("social:friends")
    return render(request, "social/friend_link.html", {"owner": link_owner, "name": inline_name(str(link_owner))})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@render_errors
def relationship(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """Show the relationship with another person. A POST changes it as `do` says."""
    other = _other_or_404(request, public_id)
    if request.method == "POST":
        messages.success(request, _change_relationship(request, other))
        match request.POST.get("next"):
            case "company":
                return redirect("social:friends")
            case "player":
                return redirect("tables:player", public_id)
        return redirect("social:relationship", public_id)
    return render(request, "social/_relationship.html", {"other": other, "you": get_together(request.user, other)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@render_errors
def play_with(request: AuthenticatedRequest, public_id: str) -> HttpResponse:
    """Create a table and invite this person. A GET redirects to the page with the form."""
    other = _other_or_404(request, public_id)
    if request.method != "POST":
        return redirect("tables:player", public_id)
    require_invitable(request.user.pk, other)
    form = ShortTableForm(request.POST)
    if not form.is_valid():
        raise UnprocessableError("bad-option", {"option": next(iter(form.errors))})
    seats = form.fit_seats(2)
    table = create_table_once(
        request,
        lambda user: create_and_invite(form, user, [other], seats=seats, bots=seats - 2),
        ("invite", "too-many-invitations"),
    )
    messages.success(request, _("%(name)s will find your invitation in the lobby.") % {"name": inline_name(str(other))})
    return redirect_to_table(table.public_id)


@post_or_table
@render_errors
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite a friend (`friend`), or a person by name. By name, the response doesn't reveal whether anyone has it."""
    user_id = require_user_id(request)
    require_rate(request, "invite", "too-many-invitations")
    access = get_access_or_404(request, public_id)
    if friend_id := request.POST.get("friend", ""):
        friend = next(iter(friends_services.filter_friends(user_id, [friend_id])), None)
        if friend is None:
            raise BadRequestError("malformed")
        invite_person(access, user_id, friend)
        confirmation = _("%(name)s will find your invitation in the lobby.") % {"name": inline_name(str(friend))}
    else:
        invite_person(access, user_id, friends_services.find_by_name(_name(request)), by_name=True)
        confirmation = _("Done. If this name exists, they’ll find your invitation in the lobby.")
    messages.success(request, confirmation)
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


def _change_requests(request: AuthenticatedRequest) -> None:
    me, name = request.user.pk, _name(request)
    match request.POST.get("do", "ask"):
        case "ask":
            require_rate(request, "invite", "too-many-invitations")
            friends_services.send_friend_request(user_id=me, other=friends_services.find_by_name(name), typed_name=name)
            messages.success(request, _("Done. If this name exists, they’ll find your request on this page."))
        case "take-back":
            friends_services.take_back_request(user_id=me, typed_name=name)
        case _:
            raise BadRequestError("malformed")


def _other_or_404(request: AuthenticatedRequest, public_id: str) -> User:
    other = find_person(public_id)
    if other is None or other.pk == request.user.pk:
        raise Http404
    return other


def _change_relationship(request: AuthenticatedRequest, other: User) -> str:
    """Change the relationship as requested, and return a message about it."""
    me, pair = request.user.pk, {"user_id": request.user.pk, "other_id": other.pk}
    match request.POST.get("do", ""):
        case "ask":
            require_rate(request, "invite", "too-many-invitations")
            friends_services.send_friend_request(user_id=me, other=other)
        case "accept":
            if not friends_services.accept_friend(**pair):
                return _("This request is no longer open.")
            return _say_friends(other)
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
    return _("Saved.")


def _say_friends(other: User) -> str:
    return _("You and %(name)s are friends now.") % {"name": inline_name(str(other))}


def _name(request: HttpRequest) -> str:
    return "".join(sign for sign in request.POST.get("name", "") if sign.isprintable()).strip()[:NAME_LENGTH]


def _others(kind: "type[Mute | Block]", user_id: int) -> list[User]:
    """List the people that the user has muted or blocked. 1 query."""
    rows = kind.objects.filter(user=user_id, other_user__anonymised_at=None).select_related("other_user")
    people = {row.other_user_id: row.other_user for row in rows}
    return sorted(people.values(), key=lambda other: (other.name, other.pk))
