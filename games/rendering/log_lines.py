"""Events as one reader may see them: the lines of logs, replays and recaps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from games.engine.event_kinds import HOUSE, MOVE, TAKE_BACK
from games.engine.game import Happening
from games.engine.metadata import Chapter

CLIENT_SEEDS = ("phrase", "open")  # sent by browsers automatically; pages show them next to each seat


class LogContent(NamedTuple):
    """The content of a log line, without its time and number."""

    kind: str
    seat: int | None
    cause: str
    happenings: tuple[Happening, ...]
    plan: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event with the happenings that the reader may see. `plan` describes the reader's premove that answered."""

    seq: int
    at: datetime
    kind: str
    seat: int | None
    cause: str
    happenings: tuple[Happening, ...]
    plan: str = ""

    @property
    def is_empty(self) -> bool:
        """True for lines that say nothing to players."""
        return not self.happenings and self.kind in (MOVE, HOUSE, *CLIENT_SEEDS)

    @property
    def content(self) -> LogContent:
        return LogContent(self.kind, self.seat, self.cause, self.happenings, self.plan)


@dataclass(frozen=True, slots=True)
class RecentLog:
    """The events after `after` as a reader may see them, oldest first.

    `last_move_seq` is the reader's last own decision, however long ago (not one made by the clock or a bot);
    `start_seq` the start of the match. Both are None if there was none.
    """

    lines: list[LogLine]
    after: int
    last_move_seq: int | None
    start_seq: int | None


def find_board_clearing(tail: RecentLog, chapter: Chapter, after: int | None) -> LogLine | None:
    """Return the last event after `after` that cleared the table, if there had been a decision before it."""
    if after is None:
        return None
    lines = [
        line
        for line in tail.lines
        if line.seq > after and any(happening.type in chapter.clearing_happenings for happening in line.happenings)
    ]
    if not lines:
        return None
    last = lines[-1]
    played = (tail.last_move_seq or last.seq) < last.seq or any(
        line.kind == MOVE and line.seq < last.seq for line in tail.lines
    )
    return last if played else None


def get_last_actions(
    lines: Sequence[LogLine], chapter: Chapter, in_words: Callable[[Happening], Markup]
) -> dict[int, Markup]:
    """Return each seat's last action in this chapter, in a word or two."""
    moves: list[LogLine] = []
    for line in lines:
        if any(happening.type == chapter.start_happening for happening in line.happenings):
            moves.clear()
        elif line.kind == MOVE and line.seat is not None:
            moves.append(line)
        elif line.kind == TAKE_BACK:
            moves = _without_last(moves, line.seat)
    last = {line.seat: line for line in moves if line.seat is not None}
    return {seat: _first(map(in_words, line.happenings)) for seat, line in last.items()}


def _without_last(moves: Sequence[LogLine], seat: int | None) -> list[LogLine]:
    """Return the moves before that seat's last one."""
    at = max((n for n, line in enumerate(moves) if line.seat == seat), default=0)
    return list(moves[:at])


def _first(words: Iterable[Markup]) -> Markup:
    return next((word for word in words if word), Markup())
