"""Signals about what people do to each other, sent after commit: an exception in a receiver undoes nothing.

Nothing is sent to people who have blocked, or are blocked by, the one who acts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.db import transaction
from django.dispatch import Signal

from games.tables.signals import Message as TableMessage


class Message(TableMessage):
    def send_on_commit(self) -> None:
        transaction.on_commit(self.send, robust=True)


@dataclass(frozen=True)
class FriendRequested(Message):
    signal: ClassVar[Signal] = Signal()
    requester_id: int
    recipient_id: int


@dataclass(frozen=True)
class FriendAccepted(Message):
    """`requester_id` had asked, and the other has accepted."""

    signal: ClassVar[Signal] = Signal()
    requester_id: int
    recipient_id: int


@dataclass(frozen=True)
class FriendshipEnded(Message):
    """The two have no relationship any more, not even a request."""

    signal: ClassVar[Signal] = Signal()
    user_id: int
    other_id: int


@dataclass(frozen=True)
class PersonBlocked(Message):
    """`user_id` has blocked `other_id`."""

    signal: ClassVar[Signal] = Signal()
    user_id: int
    other_id: int


@dataclass(frozen=True)
class Invited(Message):
    signal: ClassVar[Signal] = Signal()
    table_id: int
    inviter_id: int
    invitee_ids: Sequence[int]


@dataclass(frozen=True)
class InvitationAnswered(Message):
    signal: ClassVar[Signal] = Signal()
    table_id: int
    user_id: int


@dataclass(frozen=True)
class MessageSent(Message):
    """A message was sent at a table; `reader_ids` are the players who may read it and haven't muted its author."""

    signal: ClassVar[Signal] = Signal()
    table_id: int
    number: int
    reader_ids: Sequence[int]
