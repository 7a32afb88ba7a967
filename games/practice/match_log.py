"""The log of a practice match, as lines for the player."""

from datetime import UTC, datetime

from games.engine.event_kinds import MOVE, PLAYER
from games.practice.match import ME, START, Match
from games.rendering.log_lines import LogLine, RecentLog

NO_TIME = datetime.min.replace(tzinfo=UTC)  # practice has no clock, and no line shows a time


class MatchLog:
    """The events of a match as the person's seat may see them, or as everyone may with all hands open."""

    def __init__(self, match: Match, seat: int = ME) -> None:
        self._match, self._seat = match, seat
        self._known: list[LogLine] = []  # lines never change

    def lines(self, until: int | None = None, *, everything: bool = False) -> list[LogLine]:
        """Return the non-empty lines up to event `until`; `everything` includes what the seat may not know."""
        if everything:
            all_lines = [self._line(n, everything) for n in range(1, (until or len(self._match.events)) + 1)]
        else:
            while len(self._known) < len(self._match.events):
                self._known.append(self._line(len(self._known) + 1, everything))
            all_lines = self._known[:until]
        return [line for line in all_lines if not line.is_empty]

    def _line(self, n: int, everything: bool) -> LogLine:
        event = self._match.events[n - 1]
        happenings = tuple(
            addressed.happening for addressed in event.happenings if everything or addressed.is_visible_to(self._seat)
        )
        return LogLine(n, NO_TIME, event.kind, event.seat, event.cause, happenings)

    def get_recent(self, lines: list[LogLine]) -> RecentLog:
        own_moves = [line.seq for line in lines if line.kind == MOVE and line.cause == PLAYER]
        began = next(line.seq for line in lines if line.kind == START)
        return RecentLog(lines, 0, own_moves[-1] if own_moves else None, began)
