"""One position of a match for some eyes, drawn without names, from the stored frames: no rules are played again."""

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Any

from games.catalog import registry
from games.engine.game import Standing
from games.rendering.log_lines import LogLine
from games.rendering.paths import has_part
from games.rendering.seats import SeatLine, amid
from games.replays.summary import HOUSE
from games.replays.viewer.name_placeholders import without_names
from games.replays.viewer.perspective import Look
from games.tables.gameplay.standings import standing_of
from games.tables.labels import in_sentences, seat_lines
from games.tables.models import Seat, Table
from games.tables.selectors.event_log import log_lines
from games.tables.selectors.event_source import frame_at, log_rows
from games.tables.selectors.last_hand import with_deeds

DEEDS = 12  # events that tell what each seat did last


@dataclass(frozen=True, slots=True)
class Sight:
    """The table just after event `n` as those eyes saw it then; `opened` and `hidden` where all lies open."""

    slug: str
    n: int
    seat: int | None
    open: bool
    names: list[str]
    seats: list[SeatLine]
    view: Any
    opened: list[Any] | None
    hidden: Any
    line: LogLine | None
    standing: Standing | None
    forfeits: list[str]  # at the end: then the places are not what the cards say, and the title doesn't explain them

    @property
    def has_hidden(self) -> bool:
        """Whether the title draws what nobody knew."""
        return has_part(self.slug, "hidden")

    @property
    def tells(self) -> bool:
        """Whether the title's board shows how it ended."""
        return self.standing is not None and not self.forfeits


def sight_at(look: Look, n: int) -> Sight:
    """The sight of position `n`, which the look must have. 2 queries whatever `n`."""
    access, eyes = look.access, look.eyes
    table, title = access.table, registry.title(access.table.title)
    frame = frame_at(table, n)
    assert frame is not None
    state = title.read_state(frame)
    log = log_lines(table.title, log_rows(table, n - DEEDS, n), eyes.seat, everything=eyes.open)
    told = [line for line in log if not line.silent]
    seats = seats_then(look, n, title.rules.waiting_on(state))
    names = in_sentences(seats)
    over = n == look.last and table.status == Table.Status.FINISHED
    return Sight(
        slug=table.title,
        n=n,
        seat=eyes.seat,
        open=eyes.open,
        names=names,
        seats=with_deeds(seats, title, told),
        view=title.read_view(frame, eyes.seat),
        opened=list(state.own) if eyes.open else None,
        hidden=state.hidden if eyes.open else None,
        line=told[-1] if told and told[-1].seq == n else None,
        standing=standing_of(title, state, access.seats) if over else None,
        forfeits=[amid(names[seat.number]) for seat in access.seats if over and seat.forfeited],
    )


def seats_then(look: Look, n: int, waiting: frozenset[int] = frozenset()) -> list[SeatLine]:
    """The seats with whoever held them at position `n`, and whether they were to decide. No names."""
    lines = seat_lines(look.access.seats, look.eyes.seat)
    return [
        _then(line, seat, look.outline.holders, n, line.number in waiting)
        for line, seat in zip(without_names(lines), look.access.seats, strict=True)
    ]


def _then(line: SeatLine, seat: Seat, holders: list[list[list[Any]]], n: int, waiting: bool) -> SeatLine:
    spans: list[list[Any]] = holders[line.number] if holders else [[0, "" if seat.user_id else seat.bot]]
    span = bisect_right(spans, n, key=lambda one: one[0]) - 1
    who = spans[max(span, 0)][1]
    level = "" if who == HOUSE else who
    return replace(
        line, is_bot=bool(level), level=level, waiting=waiting, deadline=None, vacation=False, spare="",
        forfeited=who == HOUSE, resigned=seat.resigned and bool(level) and span == len(spans) - 1,
    )  # fmt: skip
