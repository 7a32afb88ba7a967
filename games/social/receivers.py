"""Receivers for pages of tables and the lobby, new tables, merged guests and deleted accounts."""

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver

from accounts.signals import guest_merged, user_anonymized
from games.social import comments
from games.social.chat.permissions import get_chat_permissions, room_topic
from games.social.friends import lobby
from games.social.friends.blocks import is_blocked
from games.social.friends.invitations import invite_people
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
    InvitePageBuilt,
    LobbyBuilt,
    LobbyVersionBuilt,
    PersonPageBuilt,
    RematchCreated,
    ReplayPageBuilt,
    SeatRequested,
    TableCreated,
    TableFormBuilt,
    TablePageBuilt,
    TableRequested,
)


@receiver(TablePageBuilt.signal)
def add_chat(message: TablePageBuilt, **_: Any) -> None:
    """Subscribe the page to its chat room, except at solo tables. No query: the panel loads its content itself.

    Only the room that the reader writes in, even if they may read both before the start: the stream may outlast that.
    """
    access = message.access
    if not access.is_solo:
        message.context["topics"] = [room_topic(access.table.public_id, get_chat_permissions(access).writable_room)]


@receiver(TablePageBuilt.signal)
def add_inviting(message: TablePageBuilt, **_: Any) -> None:
    lobby.add_inviting(message.access, message.context)


@receiver(TablePageBuilt.signal)
@receiver(InvitePageBuilt.signal)
def warn_of_blocked_players(message: TablePageBuilt | InvitePageBuilt, **_: Any) -> None:
    message.context["blocked_players"] = lobby.list_blocked_players(message.access, message.user_id)


@receiver(PersonPageBuilt.signal)
def add_together(message: PersonPageBuilt, **_: Any) -> None:
    """Add the relationship with the person, visible to the reader only."""
    other = find_person(message.public_id)
    if other is not None and other.pk != message.reader.pk:
        message.context["you"] = get_together(message.reader, other)


@receiver(SeatRequested.signal)
def refuse_blocked(message: SeatRequested, **_: Any) -> None:
    """Keep people out that the host has blocked."""
    host = message.session.table.host_id
    if host is not None and host != message.user_id and is_blocked(by=host, other=message.user_id):
        raise ForbiddenError("not-welcome")


@receiver(ReplayPageBuilt.signal)
def add_comments(message: ReplayPageBuilt, **_: Any) -> None:
    table, rooms = message.access.table.public_id, get_chat_permissions(message.access).readable_rooms
    message.context["topics"] = [room_topic(table, room) for room in rooms]  # the rooms of an ended match never change
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


@receiver(TableRequested.signal)
def lock_friends(message: TableRequested, **_: Any) -> None:
    lobby.lock_friends_in_form(message.user_id, message.form)


@receiver(TableCreated.signal)
def invite_friends(message: TableCreated, **_: Any) -> None:
    lobby.invite_from_form(message.table, message.user_id, message.form)


@receiver(RematchCreated.signal)
def invite_to_rematch(message: RematchCreated, **_: Any) -> None:
    """Invite everyone else who played at the previous table and whose account still exists."""
    host_id = message.table.host_id
    people = [seat.user for seat in message.session.seats if seat.user is not None and seat.user_id != host_id]
    if host_id is not None:
        invite_people(message.table, host_id, [person for person in people if person.anonymised_at is None])


@receiver(HistorySearched.signal)
def find_words(message: HistorySearched, **_: Any) -> None:
    """Search in the person's own notes, and in messages at tables where they played."""
    notes = PositionNote.objects.filter(user=message.user_id, text__icontains=message.text)
    own_messages = ChatMessage.objects.filter(
        room__table__results__user=message.user_id, room__table__seats__user=message.user_id,
        room__name__in=(ChatRoomName.PLAYERS, ChatRoomName.REPLAY), is_hidden=False, text__icontains=message.text,
    )  # fmt: skip
    message.table_queries.extend([notes.values("table"), own_messages.values("room__table")])


@receiver(guest_merged)
def move_guest_words(guest_id: int, account: Any, **_: Any) -> None:
    """Move a guest's messages and notes to the account."""
    ChatMessage.objects.filter(user=guest_id).update(user=account)
    account_notes = PositionNote.objects.filter(user=account, table=OuterRef("table"), event_seq=OuterRef("event_seq"))
    PositionNote.objects.filter(~Exists(account_notes), user=guest_id).update(user=account)


@receiver(user_anonymized)
def delete_words(person: Any, **_: Any) -> None:
    """Delete the person's messages and notes, and all relationships with them."""
    ChatMessage.objects.filter(user=person).delete()
    PositionNote.objects.filter(user=person).delete()
    for model in (Mute, Block):
        model.objects.filter(user=person).delete()
        model.objects.filter(other_user=person).delete()
    Friendship.objects.filter(Q(requester=person) | Q(recipient=person)).delete()
    FriendLink.objects.filter(user=person).delete()
    SentFriendRequest.objects.filter(Q(user=person) | Q(recipient=person, typed_name="")).delete()
    # Senders who typed the name see no change.
    SentFriendRequest.objects.filter(recipient=person).update(recipient=None)
    TableInvitation.objects.filter(Q(inviter=person) | Q(invitee=person)).delete()
