"""Signals about tables, for the apps above. Each is a frozen dataclass with its own Django signal:

    QuestionsChanged(session, seats).send()

    @receiver(QuestionsChanged.signal)
    def notify(message: QuestionsChanged, **_: Any) -> None: ...

Signals with a `session` are sent inside the transaction that changes the table, with its row locked; an exception in a
receiver rolls it back. Signals with a `context` are sent while a page is built; receivers add a variable of their app
to it.
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
    """Base class of the signals. Receivers get the instance as `message`."""

    signal: ClassVar[Signal]

    def send(self) -> None:
        self.signal.send(sender=type(self), message=self)


@dataclass(frozen=True)
class QuestionsChanged(Message):
    """These seats have a new question, or none any more, as of the last event.

    A question that a premove is about to answer is announced only if the premove is withdrawn.
    """

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seats: Sequence[Seat]


@dataclass(frozen=True)
class SeedRevealAwaited(Message):
    """The reveal phase of a strict table has begun.

    The people at `seats` must reveal their client seeds by `table.reveal_deadline`.
    """

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seats: Sequence[Seat]


@dataclass(frozen=True)
class SeatRequested(Message):
    """A person asks for a seat. Receivers raise a ServiceError to refuse."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    user_id: int


@dataclass(frozen=True)
class TableFilled(Message):
    """`user_id` took the last vacant seat of a table that has not started."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    user_id: int


@dataclass(frozen=True)
class PauseVoted(Message):
    """The person at `seat` agreed to a pause. The first vote proposes it."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seat: Seat


@dataclass(frozen=True)
class PauseBegan(Message):
    """A pause began because everyone agreed, the person at `voter` last. None: everyone yet to agree has left."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    voter: Seat | None


@dataclass(frozen=True)
class PauseEnded(Message):
    """The person at `seat` resumed the match."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seat: Seat


@dataclass(frozen=True)
class TimeRanOut(Message):
    """The person at `seat` ran out of time, and the safe move was played for them."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seat: Seat


@dataclass(frozen=True)
class SeatGivenToBot(Message):
    """A bot took over `seat` without its person having chosen that."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    seat: Seat


@dataclass(frozen=True)
class MatchStarted(Message):
    """The match is running, and the first questions have been put."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession


@dataclass(frozen=True)
class MatchEnded(Message):
    """The match is over."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession


@dataclass(frozen=True)
class TableArchived(Message):
    """The record of an ended table was created, in this transaction. Data needed only by the match may be deleted."""

    signal: ClassVar[Signal] = Signal()
    table: Table


@dataclass(frozen=True)
class EventsPruned(Message):
    """The event rows of an ended table are about to be deleted, because a verified record holds them."""

    signal: ClassVar[Signal] = Signal()
    table: Table


@dataclass(frozen=True)
class TablePageBuilt(Message):
    """The page of a table is built for a user (None: anonymous)."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class InvitePageBuilt(Message):
    """The page of an invitation is built for a user without a seat at the table (None: anonymous)."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class LobbyBuilt(Message):
    """The lists of the lobby are built."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class FrontPageBuilt(Message):
    """The front page, or the lobby page around the lists, is built."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class LobbyVersionBuilt(Message):
    """The version of the lobby's lists is computed. Receivers add what their lists depend on to `parts`."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    parts: list[object]


@dataclass(frozen=True)
class TableFormBuilt(Message):
    """The form for a new table is shown. Receivers add fields to it."""

    signal: ClassVar[Signal] = Signal()
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class TableRequested(Message):
    """A table is about to be created from `form`, in this transaction. Receivers lock the users it names."""

    signal: ClassVar[Signal] = Signal()
    user_id: int
    form: QueryDict


@dataclass(frozen=True)
class TableCreated(Message):
    """A table was created from `form`, in this transaction."""

    signal: ClassVar[Signal] = Signal()
    table: Table
    user_id: int
    form: QueryDict


@dataclass(frozen=True)
class RematchCreated(Message):
    """`table` was created as the rematch of the session's table."""

    signal: ClassVar[Signal] = Signal()
    session: TableSession
    table: Table


@dataclass(frozen=True)
class PersonPageBuilt(Message):
    """The profile page of a person is built for a signed-in reader."""

    signal: ClassVar[Signal] = Signal()
    public_id: str
    reader: User
    context: dict[str, Any]


@dataclass(frozen=True)
class ReplayPageBuilt(Message):
    """Position `n` of an ended match is shown to a user (None: anonymous)."""

    signal: ClassVar[Signal] = Signal()
    access: TableAccess
    n: int
    user_id: int | None
    context: dict[str, Any]


@dataclass(frozen=True)
class HistorySearched(Message):
    """A user searches their ended matches for `text`.

    Receivers add querysets of table keys where it occurs, limited to matches this user played.
    """

    signal: ClassVar[Signal] = Signal()
    user_id: int
    text: str
    table_queries: "list[QuerySet[Any, Any]]"


@dataclass(frozen=True)
class HistoryBuilt(Message):
    """A page of the reader's own matches is built.

    Receivers add links to their moments by the table's public id: pairs of address and name.
    """

    signal: ClassVar[Signal] = Signal()
    ids: Sequence[str]
    moments: dict[str, list[tuple[str, str]]]
