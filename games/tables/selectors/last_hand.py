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

    `told` are the results, `name` is what ended (hand, trick …). `fresh`: recent enough that a reader who is watching
    has not been waiting.
    """

    seq: int
    name: str
    told: list[LogLine]
    view: Any
    seats: list[SeatLine]
    fresh: bool


def get_previous_board(
    title: AnyGame, table: Table, tail: RecentLog, seat: int | None, seen: int, seats: Sequence[SeatLine]
) -> PreviousBoard | None:
    """Return the newest cleared board the reader hasn't seen. 1 or 2 queries if there is one.

    `seen` is the last event on the reader's page. With 0 (a new page), everything before the reader's last decision
    counts as seen; spectators get the current board.
    """
    chapter = title.metadata.chapter
    line = find_board_clearing(
        tail, chapter, seen or tail.last_move_seq or (tail.start_seq if seat is not None else None)
    )
    if line is None:
        return None
    before = [other for other in tail.lines if other.seq <= line.seq]
    quiet = [replace(one, is_to_act=False, deadline=None, clock_left="") for one in seats]
    return PreviousBoard(
        seq=line.seq,
        name=next(
            localize_text(chapter.clearing_happenings[what.type])
            for what in line.happenings
            if what.type in chapter.clearing_happenings
        ),
        told=list_results(before, chapter)[:RESULTS],
        view=_view_before(title, table, line.seq, seat),
        seats=add_last_actions(quiet, title, [other for other in before if other is not line]),
        fresh=timezone.now() - line.at < FRESH,
    )


def _view_before(title: AnyGame, table: Table, seq: int, seat: int | None) -> Any:
    """Return the reader's view before the event, with the public result (`last`) from after it."""
    texts = list_snapshots(table, seq - 1 - FULL_SNAPSHOT_EVERY, seq)
    view = title.read_view(decode_snapshots(texts[:-1]), seat)
    if not hasattr(view.public, "last"):
        return view
    after = title.read_view(decode_snapshots(texts), None)
    return replace(view, public=replace(view.public, last=after.public.last))


def add_last_actions(seats: Sequence[SeatLine], title: AnyGame, lines: Sequence[LogLine]) -> list[SeatLine]:
    """Add a short text with each seat's last action, unless a new chapter has begun since."""
    slug = title.metadata.slug
    if not has_template(slug, "last_action"):
        return list(seats)
    did = get_last_actions(lines, title.metadata.chapter, lambda what: draw_part(slug, "last_action", h=what).strip())
    return [replace(one, last_action=did[one.number]) if one.number in did else one for one in seats]
