"""Access control for tables: who may see one, and from which seat's perspective."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter, itemgetter

from django.apps import apps
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from config.db.compiled_queries import CompiledQuery
from games.engine.game import AnyState
from games.tables.models import BOT_PLAYS, Seat, Table, is_participants_only


def table_page_relations() -> list[str]:
    """Return the one-to-one relations of Table that other apps show on its page, so that they are fetched with it.

    Apps name them in `AppConfig.table_page_relations`.
    """
    return [name for app in apps.get_app_configs() for name in getattr(app, "table_page_relations", ())]


_OF_A_PERSON = ("name", "avatar", "anonymised_at", "is_active", "is_guest", "public_id")
SEAT_FIELDS = (
    "table", "number", "played_by", "bot_level", "on_vacation", "question_seq", "deadline", "act_at", "time_left",
    "clock_since", "time_bank", "took_back_in", "client_seed_hash", "client_seed",
    *(f"user__{name}" for name in _OF_A_PERSON),
)  # fmt: skip
_TABLE = CompiledQuery(
    lambda public_id: Table.objects.select_related("position", *table_page_relations()).filter(public_id=public_id)
)
PREMOVE_FIELDS = ("premoves__user", "premoves__body")
_SEATS = CompiledQuery(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("user", "premoves")
        .only(*SEAT_FIELDS, *PREMOVE_FIELDS)
        .annotate(table_revision=F("table__revision"))
    )
)
_PAGE_VERSION = CompiledQuery(
    lambda public_id: Seat.objects.filter(table__public_id=public_id).values_list(
        "number",
        "user",
        "played_by",
        "question_seq",
        "user__name",
        "user__avatar",
        *PREMOVE_FIELDS,
        "table__status",
        "table__visibility",
        "table__replay_visibility",
        "table__revision",
    )
)


@dataclass(frozen=True, slots=True)
class PageVersion:
    """Everything a rendered table page depends on.

    The table's revision, the reader's seat, question and premoves, and the names and avatars shown.
    """

    revision: int
    seat_number: int | None
    question_seq: int | None
    names: tuple[tuple[str, str], ...]
    premoves_json: str = ""


@dataclass(frozen=True, slots=True)
class TableAccess:
    """A table with its seats (ordered, users loaded) and the reader's own seat, if any."""

    table: Table
    seats: tuple[Seat, ...]
    own_seat: Seat | None
    state: AnyState | None = None  # set if the caller has the table locked and knows its state; otherwise it is loaded

    @property
    def seat_number(self) -> int | None:
        """The seat whose view the reader gets; None for spectators. It stays theirs while a bot plays for them."""
        return self.own_seat.number if self.own_seat else None

    @property
    def question_seq(self) -> int | None:
        """The question the reader has to answer; None if a bot or, after a forfeit, the server answers for them."""
        return self.own_seat.question_seq if self.own_seat is not None and self.own_seat.is_person else None

    @property
    def premoves_json(self) -> str:
        """The reader's premoves as stored; "" for none."""
        return self.own_seat.premoves_json if self.own_seat else ""

    @property
    def is_solo(self) -> bool:
        return is_solo(self.seats)

    @property
    def page_version(self) -> PageVersion:
        names = tuple(_name(seat) for seat in self.seats)
        return PageVersion(self.table.revision, self.seat_number, self.question_seq, names, self.premoves_json)

    @property
    def host_name(self) -> str:
        """The host's name; usually one of the seated players, except at a table that everyone has left."""
        seated = next((seat.user for seat in self.seats if seat.user_id == self.table.host_id), None)
        return str(seated or self.table.host or "")

    @property
    def is_acting_host(self) -> bool:
        """Return whether the reader may add bots to the open table and start it."""
        return self.own_seat is not None and is_acting_host(
            self.table, self.seats, self.own_seat.user_id, timezone.now()
        )

    @property
    def has_room(self) -> bool:
        """Return whether there is a vacant seat to take."""
        return self.table.status == Table.Status.OPEN and any(seat.is_vacant for seat in self.seats)


def is_solo(seats: Sequence[Seat]) -> bool:
    """Return whether one person plays against bots only, so that no one else waits for an answer."""
    people = [seat for seat in seats if seat.user_id is not None]
    return len(people) == 1 and not any(seat.is_vacant for seat in seats)


def is_acting_host(table: Table, seats: Sequence[Seat], user_id: int | None, now: datetime) -> bool:
    """Return whether this seated user may add bots to an open table and start it.

    That is the host, or anyone seated once the host is suspended, no longer plays, or the table has not been touched
    for HOST_INACTIVITY_TIMEOUT.
    """
    host = next((seat for seat in seats if seat.user_id is not None and seat.user_id == table.host_id), None)
    if host is None or host.user is None or host.user_id == user_id or host.is_bot or not host.user.is_active:
        return True
    return table.lobby_at is not None and now - table.lobby_at >= timedelta(seconds=settings.HOST_INACTIVITY_TIMEOUT)


def get_table_access(public_id: str, user_id: int | None, *, invite_code: str = "") -> TableAccess | None:
    """Return the table if this user may see it, else None. Private tables are reported as missing. 2 queries."""
    table, seats = _read_consistently(public_id)
    if table is None:
        return None
    own_seat = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    if table.is_participants_only and own_seat is None and invite_code != table.invite_code:
        return None
    return TableAccess(table, seats, own_seat)


def _read_consistently(public_id: str) -> tuple[Table | None, tuple[Seat, ...]]:
    """Read the table and its seats, again if a move was committed between the two queries.

    Otherwise a reader could get the old question with the new revision: no form to answer it, and no later update that
    would bring one.
    """
    while (table := _TABLE.first(public_id=public_id)) is not None:
        seats = sorted(_SEATS.all(table=table.pk), key=attrgetter("number"))
        if all(vars(seat)["table_revision"] == table.revision for seat in seats):
            return table, tuple(seats)
    return None, ()


def get_page_version(public_id: str, user_id: int | None) -> PageVersion | None:
    """Return `TableAccess.page_version` without loading the rest; None without access. 1 query."""
    rows = sorted(_PAGE_VERSION.all(public_id=public_id), key=itemgetter(0))
    own_row = next((row for row in rows if user_id is not None and row[1] == user_id), None)
    if not rows or (own_row is None and is_participants_only(*rows[0][-4:-1])):
        return None
    no_seat = (None, None, "", None, "", "", None, "")
    number, user, played_by, question_seq, _, _, planner, planned, *_ = own_row or no_seat
    names = tuple((row[4] or "", row[5] or "") for row in rows)
    planned = planned if planned and planner == user and played_by not in BOT_PLAYS else ""
    return PageVersion(rows[0][-1], number, question_seq if played_by == Seat.PlayedBy.PERSON else None, names, planned)


def _name(seat: Seat) -> tuple[str, str]:
    return (seat.user.name, seat.user.avatar) if seat.user else ("", "")
