"""The moment before the next hand is dealt: the table as it stood, for whoever has not seen it; who did what last."""

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
from games.tables.labels import localize_text
from games.tables.models import Table
from games.tables.selectors.event_source import list_snapshots
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY, decode_snapshots
from games.tables.templatetags.game_templates import drawn

RESULTS = 2  # sentences; the board itself must stay in view
FRESH = timedelta(minutes=1)  # what is longer ago waits until the reader goes on


@dataclass(frozen=True, slots=True)
class PreviousBoard:
    """The table just before event `seq` cleared it, as the reader's seat could know it then; `told`: what was decided.

    `name` is what has ended with it. `fresh`: it is so new that whoever looks on has not waited for it.
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
    """The newest moment that the reader, who has the log until `seen`, has not seen. 1 query, or 2, if there is one.

    Whoever opens the page (`seen` is 0) has seen what was before the last own decision; a spectator sees the present.
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
    """The reader's view before that event, with what the table keeps of the result, which is everybody's, after it."""
    texts = list_snapshots(table, seq - 1 - FULL_SNAPSHOT_EVERY, seq)
    view = title.read_view(decode_snapshots(texts[:-1]), seat)
    if not hasattr(view.public, "last"):
        return view
    after = title.read_view(decode_snapshots(texts), None)
    return replace(view, public=replace(view.public, last=after.public.last))


def add_last_actions(seats: Sequence[SeatLine], title: AnyGame, lines: Sequence[LogLine]) -> list[SeatLine]:
    """The seats with what each did last, in a word or two, unless a new chapter has begun since."""
    slug = title.metadata.slug
    if not has_template(slug, "last_action"):
        return list(seats)
    did = get_last_actions(lines, title.metadata.chapter, lambda what: drawn(slug, "last_action", h=what).strip())
    return [replace(one, last_action=did[one.number]) if one.number in did else one for one in seats]
