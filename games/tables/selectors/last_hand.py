"""The moment before the next hand is dealt: the table as it stood, for whoever has not seen it; who did what last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.engine.game import AnyTitle
from games.rendering.log_lines import LogLine, LogTail, cleared, deeds
from games.rendering.paths import has_part
from games.rendering.recap import results_in
from games.rendering.seats import SeatLine
from games.tables.labels import in_language
from games.tables.models import Table
from games.tables.selectors.event_source import frames_between
from games.tables.storage.snapshots import KEYFRAME_EVERY, replayed
from games.tables.templatetags.game_templates import drawn

RESULTS = 2  # sentences; the board itself must stay in view
FRESH = timedelta(minutes=1)  # what is longer ago waits until the reader goes on


@dataclass(frozen=True, slots=True)
class Moment:
    """The table just before event `seq` cleared it, as the reader's seat could know it then; `told`: what was decided.

    `name` is what has ended with it. `fresh`: it is so new that whoever looks on has not waited for it.
    """

    seq: int
    name: str
    told: list[LogLine]
    view: Any
    seats: list[SeatLine]
    fresh: bool


def last_moment(
    title: AnyTitle, table: Table, tail: LogTail, seat: int | None, seen: int, seats: Sequence[SeatLine]
) -> Moment | None:
    """The newest moment that the reader, who has the log until `seen`, has not seen. 1 query, or 2, if there is one.

    Whoever opens the page (`seen` is 0) has seen what was before the last own decision; a spectator sees the present.
    """
    chapter = title.meta.chapter
    line = cleared(tail, chapter, seen or tail.moved or (tail.began if seat is not None else None))
    if line is None:
        return None
    before = [other for other in tail.lines if other.seq <= line.seq]
    quiet = [replace(one, waiting=False, deadline=None, spare="") for one in seats]
    return Moment(
        seq=line.seq,
        name=next(in_language(chapter.holds[what.type]) for what in line.told if what.type in chapter.holds),
        told=results_in(before, chapter)[:RESULTS],
        view=_view_before(title, table, line.seq, seat),
        seats=with_deeds(quiet, title, [other for other in before if other is not line]),
        fresh=timezone.now() - line.at < FRESH,
    )


def _view_before(title: AnyTitle, table: Table, seq: int, seat: int | None) -> Any:
    """The reader's view before that event, with what the table keeps of the result, which is everybody's, after it."""
    texts = frames_between(table, seq - 1 - KEYFRAME_EVERY, seq)
    view = title.read_view(replayed(texts[:-1]), seat)
    if not hasattr(view.public, "last"):
        return view
    after = title.read_view(replayed(texts), None)
    return replace(view, public=replace(view.public, last=after.public.last))


def with_deeds(seats: Sequence[SeatLine], title: AnyTitle, lines: Sequence[LogLine]) -> list[SeatLine]:
    """The seats with what each did last, in a word or two, unless a new chapter has begun since."""
    slug = title.meta.slug
    if not has_part(slug, "did"):
        return list(seats)
    did = deeds(lines, title.meta.chapter, lambda what: drawn(slug, "did", h=what).strip())
    return [replace(one, did=did[one.number]) if one.number in did else one for one in seats]
