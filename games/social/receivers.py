"""What the social side listens to: pages of tables and the lobby, new tables, people who are anonymised."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from accounts.signals import user_anonymized
from games.social import comments
from games.social.chat.permissions import get_chat_permissions, room_topic
from games.social.friends import lobby
from games.social.friends.blocks import is_blocked
from games.social.friends.together import find_person, get_together
from games.social.models import (
    Block,
    ChatMessage,
    ChatRoomName,
    FriendLink,
    Friendship,
    Mute,
    PositionNote,
    SentFriendRequest,
    TableInvitation,
)
from games.tables.errors import ForbiddenError
from games.tables.signals import (
    HistorySearched,
    LobbyBuilt,
    LobbyVersionBuilt,
    PersonPageBuilt,
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
    if not access.is_solo:
        message.context["topics"] = [room_topic(access.table.public_id, get_chat_permissions(access).writable_room)]


@receiver(TablePageBuilt.signal)
def add_inviting(message: TablePageBuilt, **_: Any) -> None:
    lobby.add_inviting(message.access, message.context)


@receiver(PersonPageBuilt.signal)
def add_together(message: PersonPageBuilt, **_: Any) -> None:
    """What there is between the two, for the reader's eyes alone."""
    other = find_person(message.public_id)
    if other is not None and other.pk != message.reader.pk:
        message.context["you"] = get_together(message.reader, other)


@receiver(SeatRequested.signal)
def refuse_blocked(message: SeatRequested, **_: Any) -> None:
    """Whom the host has blocked can't sit down."""
    host = message.session.table.host_id
    if host is not None and host != message.user_id and is_blocked(by=host, other=message.user_id):
        raise ForbiddenError("not-welcome")


@receiver(ReplayPageBuilt.signal)
def add_comments(message: ReplayPageBuilt, **_: Any) -> None:
    table, rooms = message.access.table.public_id, get_chat_permissions(message.access).readable_rooms
    message.context["topics"] = [room_topic(table, room) for room in rooms]  # of an ended match for good
    comments.add_comments_to_page(message.access, message.n, message.user_id, message.context)


@receiver(LobbyBuilt.signal)
def add_friends_tables(message: LobbyBuilt, **_: Any) -> None:
    lobby.add_to_lobby(message.user_id, message.context)


@receiver(LobbyVersionBuilt.signal)
def add_friends_version(message: LobbyVersionBuilt, **_: Any) -> None:
    lobby.add_to_lobby_version(message.user_id, message.parts)


@receiver(TableFormBuilt.signal)
def add_friends_to_invite(message: TableFormBuilt, **_: Any) -> None:
    lobby.add_friends_to_form(message.user_id, message.context)


@receiver(TableCreated.signal)
def invite_friends(message: TableCreated, **_: Any) -> None:
    lobby.invite_from_form(message.table, message.user_id, message.form)


@receiver(HistorySearched.signal)
def find_words(message: HistorySearched, **_: Any) -> None:
    """In one's own notes, and in what was said where one sat."""
    notes = PositionNote.objects.filter(user=message.user_id, text__icontains=message.text)
    said = ChatMessage.objects.filter(
        room__table__results__user=message.user_id, room__table__seats__user=message.user_id,
        room__name__in=(ChatRoomName.PLAYERS, ChatRoomName.REPLAY), is_hidden=False, text__icontains=message.text,
    )  # fmt: skip
    message.found.extend([notes.values("table"), said.values("room__table")])


@receiver(user_anonymized)
def delete_words(person: Any, **_: Any) -> None:
    """Whoever goes for good leaves nothing they wrote, and nobody's list has them."""
    ChatMessage.objects.filter(user=person).delete()
    PositionNote.objects.filter(user=person).delete()
    for model in (Mute, Block):
        model.objects.filter(user=person).delete()
        model.objects.filter(other_user=person).delete()
    Friendship.objects.filter(Q(requester=person) | Q(recipient=person)).delete()
    FriendLink.objects.filter(user=person).delete()
    SentFriendRequest.objects.filter(Q(user=person) | Q(recipient=person, typed_name="")).delete()
    SentFriendRequest.objects.filter(recipient=person).update(recipient=None)  # who typed the name reads it as before
    TableInvitation.objects.filter(Q(inviter=person) | Q(invitee=person)).delete()
