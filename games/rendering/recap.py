"""A recap of what happened since the reader's last decision."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.engine.event_kinds import HINT, TAKE_BACK
from games.engine.game import Happening
from games.engine.metadata import Chapter
from games.rendering.log_lines import LogLine, RecentLog

MAX_SENTENCES = 5  # sentences at most
MAX_RESULTS = 3  # of these; leaves room for the events that led to the current question


@dataclass(frozen=True, slots=True)
class Recap:
    """Results and the newest events, shown; older events, folded.

    `has_older`: even older events are only in the full log.
    """

    results: list[LogLine] = field(default_factory=list)
    newest: list[LogLine] = field(default_factory=list)
    folded: list[LogLine] = field(default_factory=list)
    has_older: bool = False
    from_start: bool = False  # the reader hasn't decided anything yet

    def __bool__(self) -> bool:
        return bool(self.results or self.newest or self.folded or self.has_older)


def get_recap(tail: RecentLog, seat: int | None, chapter: Chapter) -> Recap:
    """Return the recap since the reader's last own decision, or since the start of the match.

    It is empty for spectators. Before the first own decision everything is folded: the board shows the position, and
    no one should have to read a page before they can start.
    """
    first = tail.last_move_seq or tail.start_seq
    if seat is None or first is None:
        return Recap()
    first = max([first, *(line.seq - 1 for line in tail.lines if line.kind == TAKE_BACK)])
    lines = [line for line in tail.lines if line.seq > first and line.kind != HINT]
    if tail.last_move_seq is None:
        return Recap(folded=lines, has_older=first < tail.after, from_start=True)
    results = list_results(lines, chapter)
    rest = _without(lines, results)
    fold = _count_folded(rest, MAX_SENTENCES - len(results))
    return Recap(results, rest[fold:], rest[:fold], has_older=first < tail.after)


def list_results(lines: Sequence[LogLine], chapter: Chapter) -> list[LogLine]:
    """Return the results of the last chapter that has any, a line for each sentence, most important first."""
    results: list[LogLine] = []
    for line in reversed(lines):
        happenings = [happening for happening in line.happenings if happening.type in chapter.results]
        results[:0] = [replace(line, happenings=(happening,)) for happening in happenings]
        if results and any(happening.type == chapter.start_happening for happening in line.happenings):
            break
    return sorted(results, key=lambda line: chapter.results.index(line.happenings[0].type))[:MAX_RESULTS]


def _without(lines: Sequence[LogLine], results: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines without the happenings that are among the results."""
    reported: dict[int, list[Happening]] = {}
    for line in results:
        reported.setdefault(line.seq, []).extend(line.happenings)
    rest = [
        replace(
            line, happenings=tuple(happening for happening in line.happenings if happening not in reported[line.seq])
        )
        if line.seq in reported
        else line
        for line in lines
    ]
    return [line for line in rest if not line.is_empty]


def _count_folded(lines: Sequence[LogLine], room: int) -> int:
    """Return how many of the oldest lines to fold so that the rest fits; never the last one."""
    sentences = 0
    for at in range(len(lines) - 1, -1, -1):
        sentences += max(1, len(lines[at].happenings))
        if sentences > room:
            return min(at + 1, len(lines) - 1)
    return 0
