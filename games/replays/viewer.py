"""A finished table, position by position, from the stored frames: no rules are played again."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from games import catalog
from games.boards.people import SeatLine
from games.boards.told import LogLine
from games.engine.contract import Standing
from games.tables.access import Access
from games.tables.log import log_lines
from games.tables.models import Table
from games.tables.moments import with_deeds
from games.tables.names import in_language, in_sentences, seat_lines
from games.tables.standings import standing_of
from games.tables.story import began_at, events_of, frame_at, log_rows

LOG_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Chapters:
    """Where the hands (rounds, stages …) of a match begin, seen from position `n`; `number` is 0 before the first."""

    name: str
    begins: list[int]
    n: int

    @property
    def number(self) -> int:
        return bisect_right(self.begins, self.n)

    @property
    def prev(self) -> int | None:
        """The beginning of this one, or of the one before if this has just begun."""
        earlier = bisect_left(self.begins, self.n)
        return self.begins[earlier - 1] if earlier else None

    @property
    def next(self) -> int | None:
        return self.begins[self.number] if self.number < len(self.begins) else None


@dataclass(frozen=True, slots=True)
class Replay:
    """Position `n` (the number of the event just past) as one seat saw it, or with all hands open."""

    id: str
    slug: str
    title_name: str
    status: str
    n: int
    first: int
    last: int
    prev: int | None
    next: int | None
    seat: int | None
    open: bool
    names: list[str]
    seats: list[SeatLine]
    view: Any
    opened: list[Any] | None
    standing: Standing | None
    line: LogLine | None
    log: list[LogLine]
    chapters: Chapters
    seed: str
    commitment: str
    digest: str

    @property
    def forfeits(self) -> list[str]:
        """Who has forfeited: then the places are not what the cards say, and the title doesn't explain them."""
        return [self.names[line.number] for line in self.seats if line.forfeited]

    @property
    def title_tells(self) -> bool:
        """Whether the title's board shows how it ended."""
        return self.standing is not None and not self.forfeits


def replay_first(table: Table) -> int:
    """The number of the first event with a position, the start; 0 if the table never started. 1 query."""
    return began_at(table)


def chapters_at(table: Table, n: int) -> Chapters:
    """The chapters of a match. 1 query; the event's text is searched, as nobody asks for this but in a replay."""
    chapter = catalog.title(table.title).meta.chapter
    mark = f'"type":"{chapter.begins}"'
    begins = [event.seq for event in events_of(table) if mark in event.body and '"kind":"house"' in event.body]
    return Chapters(in_language(chapter.name), begins, n)


def replay_page(access: Access, n: int, seat: int | None, *, everything: bool) -> Replay | None:
    """The replay at event `n` for the eyes of `seat` (None: a spectator); `everything` opens all hands.

    None where there is no such position or seat. The table must have ended. 5 queries whatever `n`.
    """
    table, title = access.table, catalog.title(access.table.title)
    first = replay_first(table)
    if not first or not first <= n <= table.seq or (seat is not None and not 0 <= seat < len(access.seats)):
        return None
    frame = frame_at(table, n)
    assert frame is not None
    log = log_lines(table.title, log_rows(table, n - LOG_SHOWN, n), seat, everything=everything)
    lines = seat_lines(access.seats, seat)
    return Replay(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(title.meta.name),
        status=table.status,
        n=n,
        first=first,
        last=table.seq,
        prev=n - 1 if n > first else None,
        next=n + 1 if n < table.seq else None,
        seat=seat,
        open=everything,
        names=in_sentences(lines),
        seats=with_deeds(lines, title, log),
        view=title.read_view(frame, seat),
        opened=list(title.read_state(frame).own) if everything else None,
        standing=standing_of(title, title.read_state(frame), access.seats) if n == table.seq else None,
        line=log[-1] if log and not log[-1].silent else None,
        log=[line for line in log if not line.silent],
        chapters=chapters_at(table, n),
        seed=bytes(table.seed.value).hex(),
        commitment=table.commitment,
        digest=table.digest,
    )
