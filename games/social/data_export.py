"""What the chat stores about somebody, for their data download."""

from typing import Any

from accounts.models import User
from games.social.models import Block, ChatMessage, Friendship, Mute, PositionNote, TableInvitation


def export_messages(person: User) -> list[dict[str, Any]]:
    """All their messages that are still stored, redacted or not."""
    rows = ChatMessage.objects.filter(user=person).order_by("pk")
    wanted = (
        "room__table__public_id",
        "room__name",
        "event_seq",
        "number",
        "created_at",
        "text",
        "quick_message",
        "is_hidden",
    )
    return [dict(row) for row in rows.values(*wanted)]


def export_notes(person: User) -> list[dict[str, Any]]:
    """What they noted about positions of matches."""
    rows = PositionNote.objects.filter(user=person).order_by("table", "event_seq")
    return [dict(row) for row in rows.values("table__public_id", "event_seq", "text")]


def export_relationships(person: User) -> dict[str, Any]:
    """Whom they chose to know, and not to read; by public ids, as names are others' own."""
    friends = Friendship.objects.order_by("pk")
    return {
        "asked_to_be_friends": list(friends.filter(requester=person).values("recipient__public_id", "accepted_at")),
        "asked_by": list(friends.filter(recipient=person).values("requester__public_id", "accepted_at")),
        "muted": list(Mute.objects.filter(user=person).values("other_user__public_id", "table__public_id")),
        "blocked": list(Block.objects.filter(user=person).values("other_user__public_id")),
        "invited": list(
            TableInvitation.objects.filter(inviter=person).values("invitee__public_id", "table__public_id")
        ),
    }
