"""What the talk keeps of somebody, for them to take along."""

from typing import Any

from accounts.models import User
from games.social.models import Block, ChatMessage, Friendship, Mute, PositionNote, TableInvitation


def export_messages(person: User) -> list[dict[str, Any]]:
    """All they wrote that is still kept, redacted or not."""
    rows = ChatMessage.objects.filter(user=person).order_by("pk")
    wanted = ("room__table__public_id", "room__name", "position", "number", "said_at", "text", "phrase", "hidden")
    return [dict(row) for row in rows.values(*wanted)]


def export_notes(person: User) -> list[dict[str, Any]]:
    """What they noted about positions of matches."""
    rows = PositionNote.objects.filter(user=person).order_by("table", "position")
    return [dict(row) for row in rows.values("table__public_id", "position", "text")]


def export_relationships(person: User) -> dict[str, Any]:
    """Whom they chose to know, and not to read; by public ids, as names are others' own."""
    friends = Friendship.objects.order_by("pk")
    return {
        "asked_to_be_friends": list(friends.filter(asker=person).values("asked__public_id", "accepted_at")),
        "asked_by": list(friends.filter(asked=person).values("asker__public_id", "accepted_at")),
        "muted": list(Mute.objects.filter(user=person).values("other__public_id", "table__public_id")),
        "blocked": list(Block.objects.filter(user=person).values("other__public_id")),
        "invited": list(
            TableInvitation.objects.filter(inviter=person).values("invited__public_id", "table__public_id")
        ),
    }
