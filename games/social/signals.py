"""What people do to each other, for other apps. Sent once it is committed: what a receiver raises undoes nothing.

Nothing is sent to whoever has blocked, or is blocked by, the one who does it.
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
    """There is nothing between the two any more, not even a request."""

    signal: ClassVar[Signal] = Signal()
    user_id: int
    other_id: int


@dataclass(frozen=True)
class PersonBlocked(Message):
    """The first wants nothing of the second any more."""

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
    """Something was said in a table's chat; `reader_ids` are who sit there, may read it and want to."""

    signal: ClassVar[Signal] = Signal()
    table_id: int
    number: int
    reader_ids: Sequence[int]
