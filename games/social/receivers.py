"""What the social side listens to: pages of tables and the lobby, new tables, people who are anonymised."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from accounts.signals import person_anonymised
from games.social import comments
from games.social.chat.permissions import place, topic
from games.social.friends import lobby
from games.social.friends.blocks import is_blocked
from games.social.models import Block, Friendship, Invitation, Line, Mute, Note
from games.tables.errors import NotAllowed
from games.tables.signals import (
    LobbyBuilt,
    LobbyVersionBuilt,
    ReplayPageBuilt,
    SeatRequested,
    TableCreated,
    TableFormBuilt,
    TablePageBuilt,
)


@receiver(TablePageBuilt.signal)
def add_chat(message: TablePageBuilt, **_: Any) -> None:
    """What the page's stream tells of besides; nothing where nobody could answer. No query: the panel asks itself.

    The reader's own room alone, although before the start they read the other as well: the stream may outlast that.
    """
    access = message.access
    if not access.alone:
        message.context["topics"] = [topic(access.table.public_id, place(access).writes)]


@receiver(TablePageBuilt.signal)
def add_inviting(message: TablePageBuilt, **_: Any) -> None:
    lobby.inviting_added(message.access, message.context)


@receiver(SeatRequested.signal)
def refuse_blocked(message: SeatRequested, **_: Any) -> None:
    """Whom the host has blocked can't sit down."""
    host = message.session.table.host_id
    if host is not None and host != message.user_id and is_blocked(by=host, other=message.user_id):
        raise NotAllowed("not-welcome")


@receiver(ReplayPageBuilt.signal)
def add_comments(message: ReplayPageBuilt, **_: Any) -> None:
    comments.page_made(message.access, message.n, message.user_id, message.context)


@receiver(LobbyBuilt.signal)
def add_friends_tables(message: LobbyBuilt, **_: Any) -> None:
    lobby.lists_added(message.user_id, message.context)


@receiver(LobbyVersionBuilt.signal)
def add_friends_version(message: LobbyVersionBuilt, **_: Any) -> None:
    lobby.glance_added(message.user_id, message.parts)


@receiver(TableFormBuilt.signal)
def add_friends_to_invite(message: TableFormBuilt, **_: Any) -> None:
    lobby.friends_offered(message.user_id, message.context)


@receiver(TableCreated.signal)
def invite_friends(message: TableCreated, **_: Any) -> None:
    lobby.table_told(message.table, message.user_id, message.form)


@receiver(person_anonymised)
def delete_words(person: Any, **_: Any) -> None:
    """Whoever goes for good leaves nothing they wrote, and nobody's list has them."""
    Line.objects.filter(user=person).delete()
    Note.objects.filter(user=person).delete()
    for model in (Mute, Block):
        model.objects.filter(user=person).delete()
        model.objects.filter(other=person).delete()
    Friendship.objects.filter(Q(asker=person) | Q(asked=person)).delete()
    Invitation.objects.filter(Q(inviter=person) | Q(invited=person)).delete()
