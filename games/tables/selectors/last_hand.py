"""The board at the end of the previous hand, for readers who haven't seen it yet, and the last action of each seat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.engine.game import AnyGame
from games.rendering.log_lines import LogLine, RecentLog, find_board_clearing, get_last_actions
from games.rendering.paths import has_template
from games.rendering.recap import list_results
from games.rendering.seats import SeatLine
from games.tables.boards import draw_part
from games.tables.labels import localize_text
from games.tables.models import Table
from games.tables.selectors.event_source import list_snapshots
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY, decode_snapshots

RESULTS = 2  # sentences; more would push the board out of view
FRESH = timedelta(minutes=1)  # after this, the board waits until the reader continues


@dataclass(frozen=True, slots=True)
class PreviousBoard:
    """The table just before event `seq` cleared it, as the reader's seat could see it then.

    `results` are shown above the board, `name` is what ended (hand, trick …). `is_fresh`: recent enough that a reader
    who is watching has not been waiting.
    """

    seq: int
    name: str
    results: list[LogLine]
    view: Any
    seats: list[SeatLine]
    is_fresh: bool


def get_previous_board(
    game: AnyGame, table: Table, tail: RecentLog, seat: int | None, seen_seq: int, seats: Sequence[SeatLine]
) -> PreviousBoard | None:
    """Return the newest cleared board the reader hasn't seen. 1 or 2 queries if there is one.

    `seen_seq` is the last event on the reader's page. With 0 (a new page), everything before the reader's last decision
    counts as seen; spectators get the current board.
    """
    chapter = game.metadata.chapter
    line = find_board_clearing(
        tail, chapter, seen_seq or tail.last_move_seq or (tail.start_seq if seat is not None else None)
    )
    if line is None:
        return None
    before = [other for other in tail.lines if other.seq <= line.seq]
    quiet = [replace(seat_line, is_to_act=False, deadline=None, clock_left="") for seat_line in seats]
    return PreviousBoard(
        seq=line.seq,
        name=next(
            localize_text(chapter.clearing_happenings[happening.type])
            for happening in line.happenings
            if happening.type in chapter.clearing_happenings
        ),
        results=list_results(before, chapter)[:RESULTS],
        view=_view_before(game, table, line.seq, seat),
        seats=add_last_actions(quiet, game, [other for other in before if other is not line]),
        is_fresh=timezone.now() - line.at < FRESH,
    )


def _view_before(game: AnyGame, table: Table, seq: int, seat: int | None) -> Any:
    """Return the reader's view before the event, with the public result (`last`) from after it."""
    texts = list_snapshots(table, seq - 1 - FULL_SNAPSHOT_EVERY, seq)
    view = game.read_view(decode_snapshots(texts[:-1]), seat)
    if not hasattr(view.public, "last"):
        return view
    after = game.read_view(decode_snapshots(texts), None)
    return replace(view, public=replace(view.public, last=after.public.last))


def add_last_actions(seats: Sequence[SeatLine], game: AnyGame, lines: Sequence[LogLine]) -> list[SeatLine]:
    """Add a short text with each seat's last action, unless a new chapter has begun since."""
    slug = game.metadata.slug
    if not has_template(slug, "last_action"):
        return list(seats)
    did = get_last_actions(
        lines, game.metadata.chapter, lambda happening: draw_part(slug, "last_action", h=happening).strip()
    )
    return [
        replace(seat_line, last_action=did[seat_line.number]) if seat_line.number in did else seat_line
        for seat_line in seats
    ]
