"""Permission to view positions from a seat: all of an ended match, only the reader's seat of a running one."""

from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import get_language

from games.engine.hash_chain import hash_text
from games.replays.models import MatchSummary
from games.replays.summary import NO_TURN, SEAT_SYMBOLS
from games.tables.access import TableAccess
from games.tables.errors import ConflictError
from games.tables.models import Event, Table
from games.tables.selectors.event_source import get_first_move_seq, get_start_seq

SITE = Path(__file__).resolve().parents[3]
RENDER_SOURCES = {
    "games": (".py", ".jinja", ".mo", ".svg"),
    "templates": (".html",),
    "locale": (".mo",),
    "config": (".svg",),
}


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Of a seat, or (None) a spectator's; `open`: all that is hidden lies open."""

    seat: int | None = None
    open: bool = False

    @property
    def query_params(self) -> dict[str, object]:
        """As addresses ask for them."""
        return {"open": 1} if self.open else {} if self.seat is None else {"seat": self.seat}

    @property
    def query(self) -> str:
        return urlencode(self.query_params)


@dataclass(frozen=True)
class Perspective:
    """A reader's look at a table: the positions `first` … `last` through those eyes. `live`: the match still runs."""

    access: TableAccess
    viewpoint: Viewpoint
    outline: MatchSummary
    live: bool

    @property
    def first(self) -> int:
        return self.outline.start_seq

    @property
    def last(self) -> int:
        return self.outline.end_seq

    def has_position(self, n: int) -> bool:
        return 0 < self.first <= n <= self.last

    @property
    def is_public(self) -> bool:
        """Return whether it is public, for good."""
        return not self.live and self.access.table.replay_visibility == Table.ReplayVisibility.LISTED

    @cached_property
    def key(self) -> str:
        """With a position's number and the eyes it names all that a drawing without names depends on."""
        table = self.access.table
        match = f"{table.public_id} live" if self.live else table.digest
        return hash_text(f"{get_render_version()}|{get_language()}|{match}")[:16]


def get_perspective(access: TableAccess, viewpoint: Viewpoint) -> Perspective | None:
    """Return what this reader may see from that seat; None: nothing. At most 2 queries.

    While a match runs its players may look back from their seat; all others are refused: Conflict.
    """
    table, own_seat = access.table, access.own_seat
    if viewpoint.seat is not None and not 0 <= viewpoint.seat < len(access.seats):
        return None
    if table.is_ended:
        outline = getattr(table, "summary", None) or MatchSummary(
            start_seq=get_start_seq(table), end_seq=table.last_seq
        )
        return Perspective(access, viewpoint, outline, live=False)
    if own_seat is None or table.status != Table.Status.RUNNING:
        raise ConflictError("not-ended")
    return (
        Perspective(access, viewpoint, _player_outline(table, own_seat.number), live=True)
        if viewpoint == Viewpoint(own_seat.number)
        else None
    )


def get_opening_position(look: Perspective) -> int:
    """Return the first position for a reader who asked for none. At most 4 queries.

    From a seat, its first decision; for others the first decision at all, so that cards have been dealt; of a running
    match the current position.
    """
    if look.live:
        return look.last
    table, seat = look.access.table, look.viewpoint.seat
    first_decision = None if seat is None else get_first_move_seq(table, seat)
    if first_decision is not None:
        return first_decision
    first = get_first_move_seq(table, None)
    return look.first if first is None else max(look.first, first - 1)


def _player_outline(table: Table, seat: int) -> MatchSummary:
    """As far as a player knows it by now: the start, and the seat's own decisions."""
    start, own_moves = Q(kind=Event.Kind.START), Q(kind=Event.Kind.MOVE, seat=seat)
    first, *decided = Event.objects.filter(start | own_moves, table=table).order_by("seq").values_list("seq", flat=True)
    own_turns = set(decided)
    turns = (SEAT_SYMBOLS[seat] if n in own_turns else NO_TURN for n in range(first, table.last_seq + 1))
    return MatchSummary(start_seq=first, end_seq=table.last_seq, deciders="".join(turns))


@cache
def get_render_version() -> str:
    """Return a hash over everything that draws a position: code, templates, translations and sprites.

    Files under it never change.
    """
    files = (
        file for folder, ends in RENDER_SOURCES.items() for file in (SITE / folder).rglob("*") if file.suffix in ends
    )
    hashed = sha256()
    for file in sorted(files):
        hashed.update(f"{file.relative_to(SITE)}\0".encode() + file.read_bytes() + b"\0")
    return hashed.hexdigest()
