"""What happens at a table, for the apps above. Each is a frozen dataclass with a Django signal of its own:

    QuestionsChanged(session, seats).send()

    @receiver(QuestionsChanged.signal)
    def notify(message: QuestionsChanged, **_: Any) -> None: ...

Those that carry a table session are sent inside the transaction that changes the table, its row locked; what a receiver
raises undoes it. Those that carry `context` are sent while a page is made: a receiver adds to it, by a name of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import QueryDict

from accounts.models import User
from games.tables.access import TableAccess
from games.tables.locked_table import TableSession
from games.tables.models import Seat, Table


class Message:
    """One sending of the signal of its class, to receivers that take it as `message`."""

    signal: ClassVar[Signal]

    def send(self) -> None:
        self.signal.send(sender=type(self), message=self)


@dataclass(frozen=True)
class QuestionsChanged(Message):
    """These seats have been put a question, or have none any more; the last event did it. A question that a premove is
    about to answer is told only if the premove is withdrawn."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seats: Sequence[Seat]


@dataclass(frozen=True)
class SeedRevealAwaited(Message):
    """At a strict table opening has begun: these seats have still to open, by `table.open_until`."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seats: Sequence[Seat]


@dataclass(frozen=True)
class SeatRequested(Message):
    """Somebody wants to sit down who has no seat here; a receiver that minds raises an error for them."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    user_id: int


@dataclass(frozen=True)
class MatchStarted(Message):
    """The match runs, and whoever decides first has been asked."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession


@dataclass(frozen=True)
class MatchEnded(Message):
    """The match is over."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession


@dataclass(frozen=True)
class TableArchived(Message):
    """An ended table has its record, in the transaction that makes it: what was kept for its course alone may go."""

    signal: ClassVar[Signal] = Signal()
    table: Table


@dataclass(frozen=True)
class EventsPruned(Message):
    """An ended table's rows are about to be dropped, as its verified record holds them."""

    signal: ClassVar[Signal] = Signal()
    table: Table


@dataclass(frozen=True)
class TablePageBuilt(Message):
    """Somebody looks at the table."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    context: dict[str, Any]


@dataclass(frozen=True)
class InvitePageBuilt(Message):
    """Somebody who has no seat there (None: not signed in) follows an invitation to a table."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class LobbyBuilt(Message):
    """The lobby's lists are made for somebody."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class FrontPageBuilt(Message):
    """The front page, or the lobby around its lists, is made for somebody: receivers add values by a name of their
    own."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class LobbyVersionBuilt(Message):
    """What the lobby's lists depend on is gathered for somebody: receivers add what theirs depend on to `parts`."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    parts: list[object]


@dataclass(frozen=True)
class TableFormBuilt(Message):
    """The form for a new table is shown, to be sent with more than it asks."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class TableCreated(Message):
    """A table was set up with that form, in the transaction that does it; `form` is what was sent."""

    signal: ClassVar[Signal] = Signal()
    table: Table
    user_id: int
    form: QueryDict


@dataclass(frozen=True)
class RematchCreated(Message):
    """`table` was set up for the people of the table in hand, once more."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    table: Table


@dataclass(frozen=True)
class PersonPageBuilt(Message):
    """Somebody who is signed in looks at the page about a person."""

    signal: ClassVar[Signal] = Signal()
    public_id: str
    reader: User
    context: dict[str, Any]


@dataclass(frozen=True)
class ReplayPageBuilt(Message):
    """Somebody (None: not signed in) looks at position `n` of an ended match."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    n: int
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class HistorySearched(Message):
    """Somebody looks for `text` in their ended matches: receivers add queries of the keys of tables in which it stands,
    among those this person played at."""

    signal: ClassVar[Signal] = Signal()
    user_id: int
    text: str
    found: "list[QuerySet[Any, Any]]"


@dataclass(frozen=True)
class HistoryBuilt(Message):
    """A page of matches that its reader played at is shown: receivers add links to their moments, by public id, as
    addresses with their names."""

    signal: ClassVar[Signal] = Signal()
    ids: Sequence[str]
    moments: dict[str, list[tuple[str, str]]]
