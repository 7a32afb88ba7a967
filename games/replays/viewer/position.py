"""One position of a match for some eyes, drawn without names, from the stored frames: no rules are played again."""

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Any

from games.catalog import registry
from games.engine.game import Standing
from games.rendering.log_lines import LogLine
from games.rendering.paths import has_template
from games.rendering.seats import SeatLine, name_mid_sentence
from games.replays.summary import HOUSE
from games.replays.viewer.name_placeholders import with_name_placeholders
from games.replays.viewer.perspective import Perspective
from games.tables.gameplay.results import get_standing
from games.tables.labels import inline_names, list_seat_lines
from games.tables.models import Seat, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import get_snapshot_at, list_log_rows
from games.tables.selectors.last_hand import add_last_actions

RECENT_EVENTS = 12  # events that tell what each seat did last


@dataclass(frozen=True, slots=True)
class PositionView:
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
    forfeits: list[str]  # at the end: then the places are not what the cards say, and the game doesn't explain them

    @property
    def has_hidden(self) -> bool:
        """Return whether the game draws hidden cards."""
        return has_template(self.slug, "hidden_state")

    @property
    def board_shows_result(self) -> bool:
        """Return whether the game's board shows the result."""
        return self.standing is not None and not self.forfeits


def get_position(look: Perspective, n: int) -> PositionView:
    """Return position `n` as seen from the perspective. 2 queries for any `n`."""
    access, viewpoint = look.access, look.viewpoint
    table, game = access.table, registry.get_game(access.table.game_slug)
    frame = get_snapshot_at(table, n)
    assert frame is not None
    state = game.read_state(frame)
    log = list_log_lines(
        table.game_slug, list_log_rows(table, n - RECENT_EVENTS, n), viewpoint.seat, everything=viewpoint.open
    )
    lines = [line for line in log if not line.is_empty]
    seats = get_seats_at(look, n, game.rules.waiting_on(state))
    names = inline_names(seats)
    over = n == look.last and table.status == Table.Status.FINISHED
    return PositionView(
        slug=table.game_slug,
        n=n,
        seat=viewpoint.seat,
        open=viewpoint.open,
        names=names,
        seats=add_last_actions(seats, game, lines),
        view=game.read_view(frame, viewpoint.seat),
        opened=list(state.own) if viewpoint.open else None,
        hidden=state.hidden if viewpoint.open else None,
        line=lines[-1] if lines and lines[-1].seq == n else None,
        standing=get_standing(game, state, access.seats) if over else None,
        forfeits=[name_mid_sentence(names[seat.number]) for seat in access.seats if over and seat.has_forfeited],
    )


def get_seats_at(look: Perspective, n: int, waiting: frozenset[int] = frozenset()) -> list[SeatLine]:
    """Return the seats with their holders at position `n`, and whether they had to move. No names."""
    lines = list_seat_lines(look.access.seats, look.viewpoint.seat)
    return [
        _then(line, seat, look.outline.seat_holders, n, line.number in waiting)
        for line, seat in zip(with_name_placeholders(lines), look.access.seats, strict=True)
    ]


def _then(line: SeatLine, seat: Seat, holders: list[list[list[Any]]], n: int, waiting: bool) -> SeatLine:
    spans: list[list[Any]] = holders[line.number] if holders else [[0, "" if seat.user_id else seat.bot_level]]
    span = bisect_right(spans, n, key=lambda entry: entry[0]) - 1
    holder = spans[max(span, 0)][1]
    level = "" if holder == HOUSE else holder
    return replace(
        line, is_bot=bool(level), level=level, is_to_act=waiting, deadline=None, vacation=False, clock_left="",
        forfeited=holder == HOUSE, resigned=seat.has_resigned and bool(level) and span == len(spans) - 1,
    )  # fmt: skip
