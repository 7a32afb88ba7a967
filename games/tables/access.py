"""Which table somebody may see, and as whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter, itemgetter

from django.apps import apps
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from config.db.compiled_queries import Param, Prepared
from games.engine.game import AnyState
from games.tables.models import Seat, Table, is_secluded


def table_page_relations() -> list[str]:
    """One-to-one relations of a table that apps above show on its page, as their AppConfigs name them: they are read
    with it."""
    return [name for app in apps.get_app_configs() for name in getattr(app, "table_page_relations", ())]


_OF_A_PERSON = ("name", "anonymised_at", "is_active", "is_guest", "public_id")
OF_A_SEAT = (
    "table", "number", "bot", "resigned", "away", "forfeited", "vacation", "asked", "deadline", "due_at", "left",
    "bank", "phrase_hash", "phrase", *(f"user__{name}" for name in _OF_A_PERSON),
)  # fmt: skip
_TABLE = Prepared(
    lambda: Table.objects.select_related("position", *table_page_relations()).filter(public_id=Param("id"))
)
_PLANNED = ("plan__user", "plan__body")
_SEATS = Prepared(
    lambda: (
        Seat.objects.filter(table=Param("table"))
        .select_related("user", "plan")
        .only(*OF_A_SEAT, *_PLANNED)
        .annotate(of_rev=F("table__rev"))
    )
)
_GLANCE = Prepared(
    lambda: Seat.objects.filter(table__public_id=Param("id")).values_list(
        "number",
        "user",
        "bot",
        "asked",
        "forfeited",
        "user__name",
        *_PLANNED,
        "table__status",
        "table__visibility",
        "table__sharing",
        "table__rev",
    )
)


@dataclass(frozen=True, slots=True)
class Glance:
    """What all that a reader is shown of a table depends on: the revision, whose eyes, what is asked and planned, the
    names."""

    rev: int
    seat: int | None
    asked: int | None
    names: tuple[str, ...]
    planned: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """A table with its seats (in order, people included), and the reader's own seat, if any."""

    table: Table
    seats: tuple[Seat, ...]
    own: Seat | None
    state: AnyState | None = None  # where whoever has the table in hand knows it stands; else it is read

    @property
    def seat(self) -> int | None:
        """Whose eyes the reader has at the table; None is a spectator's. A seat a bot stands in for keeps its eyes."""
        return self.own.number if self.own else None

    @property
    def asked(self) -> int | None:
        """The question the reader has to answer, unless a bot or, after a forfeit, the house does."""
        return self.own.asked if self.own is not None and self.own.played_by_person else None

    @property
    def planned(self) -> str:
        """What the reader has filed for later questions, as it is stored."""
        return self.own.planned if self.own else ""

    @property
    def alone(self) -> bool:
        return plays_alone(self.seats)

    @property
    def glance(self) -> Glance:
        return Glance(self.table.rev, self.seat, self.asked, tuple(_name(seat) for seat in self.seats), self.planned)

    @property
    def host_name(self) -> str:
        """The host is one of the seated, except at a table that everybody has left."""
        seated = next((seat.user for seat in self.seats if seat.user_id == self.table.host_id), None)
        return str(seated or self.table.host or "")

    @property
    def may_lead(self) -> bool:
        """Whether the reader may fill the open table and start it."""
        return self.own is not None and may_lead(self.table, self.seats, self.own.user_id, timezone.now())

    @property
    def has_room(self) -> bool:
        """Whether somebody could still sit down."""
        return self.table.status == Table.Status.OPEN and any(seat.vacant for seat in self.seats)


def plays_alone(seats: Sequence[Seat]) -> bool:
    """Whether one person plays and all others are bots, so that nobody waits for an answer."""
    people = [seat for seat in seats if seat.user_id is not None]
    return len(people) == 1 and not any(seat.vacant for seat in seats)


def may_lead(table: Table, seats: Sequence[Seat], user_id: int | None, now: datetime) -> bool:
    """Whether somebody seated may fill an open table and start it: the host, or anybody if no host answers.

    A host doesn't answer who is suspended or no longer plays, or where nobody has touched the table for a day.
    """
    host = next((seat for seat in seats if seat.user_id is not None and seat.user_id == table.host_id), None)
    if host is None or host.user is None or host.user_id == user_id or host.bot or not host.user.is_active:
        return True
    return table.changed_at is not None and now - table.changed_at >= timedelta(seconds=settings.HOST_PATIENCE_SECONDS)


def table_access(public_id: str, user_id: int | None, *, invite_code: str = "") -> Access | None:
    """The table as this person may see it, or None: there is none, or it is secluded and none of theirs. 2 queries."""
    table, seats = _at_one_moment(public_id)
    if table is None:
        return None
    own = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    if table.secluded and own is None and invite_code != table.invite_code:
        return None
    return Access(table, seats, own)


def _at_one_moment(public_id: str) -> tuple[Table | None, tuple[Seat, ...]]:
    """Read anew if a move came between the two queries: who was shown its question beside the board before it would
    have no form for it, and be told ever after that there is nothing new."""
    while (table := _TABLE.first(id=public_id)) is not None:
        seats = sorted(_SEATS.all(table=table.pk), key=attrgetter("number"))
        if all(seat.of_rev == table.rev for seat in seats):
            return table, tuple(seats)
    return None, ()


def table_glance(public_id: str, user_id: int | None) -> Glance | None:
    """`Access.glance` without reading the rest; None where there would be no access. 1 query."""
    rows = sorted(_GLANCE.all(id=public_id), key=itemgetter(0))
    own = next((row for row in rows if user_id is not None and row[1] == user_id), None)
    if not rows or (own is None and is_secluded(*rows[0][-4:-1])):
        return None
    number, user, bot, asked, forfeited, _, planner, planned, *_ = own or (None, None, "", None, False, "", None, "")
    names = tuple(row[5] or "" for row in rows)
    planned = planned if planned and planner == user and not bot else ""
    return Glance(rows[0][-1], number, None if bot or forfeited else asked, names, planned)


def _name(seat: Seat) -> str:
    return seat.user.name if seat.user else ""
