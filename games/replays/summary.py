"""The outline of an ended match, made once from its log: data of the whole match for viewer, chart and lists.

Positions are the numbers of events. Happenings sent to some seats only are left out.
"""

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.catalog import registry
from games.engine.game import AnyGame
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.json_patch import patch
from games.replays.models import MatchSummary
from games.tables.models import Event, Table

SEAT_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # as `deciders` writes them
NO_TURN = "."
MAX_POINTS = 120  # of a series, at most
MAX_MOMENTS = 40  # at most
SWING, LEAD, OUT = "swing", "lead", "out"  # the kinds that every game has
HOUSE = "house"  # holds the seat of a player who has forfeited
Kind = Event.Kind
Json = Any


class ScorePoint(NamedTuple):
    """The scores from position `n` on, in order of the seats; the house's last, where it plays."""

    n: int
    scores: tuple[int, ...]


class Moment(NamedTuple):
    """A key moment: its kind and its seat (None: no seat's, or the automaton's)."""

    n: int
    kind: str
    seat: int | None


def summarize_match(table: Table, events: Iterable[Mapping[str, Any]]) -> MatchSummary:
    """The outline of these events: all of the table's, in order, each with "body" and "frame"."""
    sketch = _SummaryBuilder(registry.get_game(table.game_slug))
    for n, event in enumerate(events, 1):
        sketch.add_event(n, parse_json(event["body"]), event["frame"], keyframe=event["keyframe"])
    seats, ends = len(sketch.holders), _chapter_ends(sketch.series, sketch.chapters)
    candidates = [*sketch.moments, *_find_swing(sketch.series, seats), *_find_leads(sketch.series, ends, seats)]
    if sketch.game.metadata.eliminated_at_zero:
        candidates += _find_eliminations(sketch.series, ends, seats)
    limited = _limit_moments(candidates)
    return MatchSummary(
        table=table,
        start_seq=sketch.first,
        end_seq=sketch.last,
        moves=len(sketch.turns) - sketch.turns.count(NO_TURN),
        deciders="".join(sketch.turns),
        chapter_starts=sketch.chapters,
        score_series=[[n, *scores] for n, scores in _limit_points(sketch.series, ends)],
        key_moments=[list(moment) for moment in limited],
        moment_kinds="".join(f",{kind}" for kind in sorted({moment.kind for moment in limited})) + ",",
        seat_holders=sketch.holders,
    )


def get_chapter_scores(outline: MatchSummary) -> list[tuple[int, ...]]:
    """The scores where each chapter begins, and at the end; the house's last, where it plays."""
    positions = [n for n, *_ in outline.score_series]
    ends = [*outline.chapter_starts, outline.end_seq] if positions else []
    return [tuple(outline.score_series[max(0, bisect_right(positions, n) - 1)][1:]) for n in ends]


@dataclass(slots=True)
class _SummaryBuilder:
    """Data gathered in one pass over the log."""

    game: AnyGame
    first: int = 0
    last: int = 0
    frame: Json = None
    turns: list[str] = field(default_factory=list)
    chapters: list[int] = field(default_factory=list)
    series: list[ScorePoint] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    holders: list[list[Json]] = field(default_factory=list)  # of each seat [[from position, who], …]

    def add_event(self, n: int, body: Json, frame: str, *, keyframe: bool) -> None:
        """One event more."""
        self._record_holder(n, body)
        if not frame:
            return
        self.first, self.last = self.first or n, n
        self.turns.append(SEAT_SYMBOLS[body["seat"]] if body["kind"] == Kind.MOVE else NO_TURN)
        self._record_happenings(n, body["happenings"])
        before, self.frame = self.frame, parse_json(frame) if keyframe else patch(self.frame, parse_json(frame))
        if before is None or before["public"] != self.frame["public"]:
            self._record_scores(n)

    def _record_holder(self, n: int, body: Json) -> None:
        """Return the holder of a seat: "" its person, a bot of that level, or the automaton."""
        kind, data = body["kind"], body["data"]
        if kind == Kind.CREATE:
            self.holders = [[[n, ""]] for _ in range(data["seats"])]
        if kind not in (Kind.SIT, Kind.LEAVE, Kind.SIT_BOT, Kind.SEAT_TO_BOT, Kind.SEAT_BACK, Kind.FORFEIT):
            return
        holder = HOUSE if kind == Kind.FORFEIT else data.get("level", "")
        spans = self.holders[body["seat"]]
        self.holders[body["seat"]] = [*spans, [n, holder]] if self.first else [[n, holder]]

    def _record_happenings(self, n: int, happenings: Json) -> None:
        public = [self.game.read_happening(entry["what"]) for entry in happenings if entry["to"] is None]
        if any(happening.type == self.game.metadata.chapter.start_happening for happening in public):
            self.chapters.append(n)
        self.moments += [
            Moment(n, happening.moment, getattr(happening, "seat", None)) for happening in public if happening.moment
        ]

    def _record_scores(self, n: int) -> None:
        standing = self.game.rules.standing(self.game.read_state(self.frame))
        scores = standing.scores if standing.house is None else (*standing.scores, standing.house)
        if not self.series or self.series[-1].scores != scores:
            self.series.append(ScorePoint(n, scores))


def _chapter_ends(series: Sequence[ScorePoint], chapters: Sequence[int]) -> list[int]:
    """Return which points of the series are the scores at the end of a chapter, including the last one's."""
    before = {sum(scored.n < begins for scored in series) - 1 for begins in chapters}
    return sorted((before | {len(series) - 1}) - {-1})


def _find_swing(series: Sequence[ScorePoint], seats: int) -> list[Moment]:
    """Return the largest single gain."""
    gains = [
        (new - old, -now.n, seat)
        for previous, now in itertools.pairwise(series)
        for seat, (old, new) in enumerate(zip(previous.scores, now.scores, strict=True))
    ]
    gain, n, seat = max(gains, default=(0, 0, 0))
    return [Moment(-n, SWING, _seat(seat, seats))] if gain > 0 else []


def _find_leads(series: Sequence[ScorePoint], ends: Sequence[int], seats: int) -> list[Moment]:
    """Return the changes of the lead that last to the end of the chapter: a bet is no loss yet."""
    changes: list[Moment] = []
    before: int | None = None
    for end in ends:
        leader = _leader(series[end])
        if leader is None or leader == before:
            continue
        since = end
        while since and _leader(series[since - 1]) == leader:
            since -= 1
        if before is not None:
            changes.append(Moment(series[since].n, LEAD, _seat(leader, seats)))
        before = leader
    return changes


def _leader(scored: ScorePoint) -> int | None:
    """Return the only leader."""
    highest = max(scored.scores)
    return scored.scores.index(highest) if scored.scores.count(highest) == 1 else None


def _find_eliminations(series: Sequence[ScorePoint], ends: Sequence[int], seats: int) -> list[Moment]:
    """Return where a chapter left a player with nothing."""
    first: dict[int, int] = {}
    for end in ends:
        for seat in range(seats):
            if series[end].scores[seat] == 0:
                first.setdefault(seat, series[end].n)
    return [Moment(n, OUT, seat) for seat, n in first.items()]


def _seat(number: int, seats: int) -> int | None:
    return number if number < seats else None


def _limit_moments(moments: list[Moment]) -> list[Moment]:
    """Return at most that many, in order: rare kinds first, and of each kind evenly distributed ones."""
    by_kind: dict[str, list[Moment]] = {}
    for moment in sorted(set(moments), key=_order):
        by_kind.setdefault(moment.kind, []).append(moment)
    selected: list[Moment] = []
    for at, group in enumerate(groups := sorted(by_kind.values(), key=len)):
        selected += _sample_evenly(group, (MAX_MOMENTS - len(selected)) // (len(groups) - at))
    return sorted(selected, key=_order)


def _order(moment: Moment) -> tuple[int, str, int]:
    """Return a fixed rank for each, so that every process selects the same ones in the same order."""
    return moment.n, moment.kind, -1 if moment.seat is None else moment.seat


def _limit_points(series: Sequence[ScorePoint], ends: Sequence[int]) -> list[ScorePoint]:
    """At most so many points: if need be only those at the chapters' ends, and of these some evenly."""
    if len(series) > MAX_POINTS:
        series = [series[at] for at in sorted({0, *ends})]
    return _sample_evenly(series, MAX_POINTS)


def _sample_evenly(items: Sequence[Any], limit: int) -> list[Any]:
    """At most so many of them, evenly, the first and the last among them."""
    if len(items) <= limit or limit < 2:
        return list(items)[:limit]
    return [items[round(at * (len(items) - 1) / (limit - 1))] for at in range(limit)]
