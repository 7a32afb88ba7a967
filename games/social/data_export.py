"""The data of this app in a person's data export."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.social.friends.services import friend_filter
from games.social.models import (
    Block,
    ChatMessage,
    FriendLink,
    Friendship,
    Mute,
    PositionNote,
    SentFriendRequest,
    TableInvitation,
)


def export_messages(person: User) -> list[dict[str, Any]]:
    """Export the person's stored messages, hidden ones included."""
    rows = ChatMessage.objects.filter(user=person).order_by("pk")
    fields = (
        "room__table__public_id",
        "room__name",
        "event_seq",
        "number",
        "created_at",
        "text",
        "quick_message",
        "is_hidden",
    )
    return [dict(row) for row in rows.values(*fields)]


def export_notes(person: User) -> list[dict[str, Any]]:
    """Export the person's notes about positions."""
    rows = PositionNote.objects.filter(user=person).order_by("table", "event_seq")
    return [dict(row) for row in rows.values("table__public_id", "event_seq", "text")]


def export_relationships(person: User) -> dict[str, Any]:
    """Export the person's friends, requests, mutes, blocks and invitations, with public ids instead of names."""
    friends, sent = Friendship.objects.order_by("pk"), SentFriendRequest.objects.filter(user=person).order_by("pk")
    # Don't reveal who has a name that was only typed.
    by_page, by_name = sent.filter(typed_name=""), sent.exclude(typed_name="")
    to_them = {"recipient": OuterRef("recipient")}
    open_requests = friends.filter(
        Q(accepted_at__isnull=False) | Exists(by_page.filter(**to_them)) | ~Exists(by_name.filter(**to_them)),
        requester=person,
    )
    visible = Q(by_name=False) | Q(accepted_at__isnull=False) | friend_filter(person.pk, "invitee")
    return {
        "asked_to_be_friends": list(open_requests.values("recipient__public_id", "accepted_at")),
        "open_requests_on_pages": list(by_page.values("recipient__public_id", "created_at")),
        "open_requests_by_name": list(by_name.values("typed_name", "created_at")),
        "friend_link": list(FriendLink.objects.filter(user=person).values("code")),
        "asked_by": list(friends.filter(recipient=person).values("requester__public_id", "accepted_at")),
        "muted": list(Mute.objects.filter(user=person).values("other_user__public_id", "table__public_id")),
        "blocked": list(Block.objects.filter(user=person).values("other_user__public_id")),
        "invited": list(
            TableInvitation.objects.filter(visible, inviter=person).values("invitee__public_id", "table__public_id")
        ),
    }
