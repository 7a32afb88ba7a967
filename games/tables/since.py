"""What happened since somebody last decided, in short."""

from dataclasses import dataclass, field

from games.tables.log import LogLine, LogTail

SHOWN = 5  # sentences; the newest ones, which hold the results


@dataclass(frozen=True, slots=True)
class Since:
    """The newest events to be read at once, those before them to be unfolded; `more` stand only in the whole log."""

    shown: list[LogLine] = field(default_factory=list)
    folded: list[LogLine] = field(default_factory=list)
    more: bool = False
    from_start: bool = False  # the reader has not decided anything yet

    def __bool__(self) -> bool:
        return bool(self.shown or self.more)


def since_last_move(tail: LogTail, seat: int | None) -> Since:
    """What the log's tail tells of the time since the reader's last own decision, or since the match began.

    Nothing for spectators. However long ago it was, the newest events are there.
    """
    first = tail.moved or tail.began
    if seat is None or first is None:
        return Since()
    lines = [line for line in tail.lines if line.seq > first]
    fold = _folded(lines)
    return Since(lines[fold:], lines[:fold], more=first < tail.after, from_start=tail.moved is None)


def _folded(lines: list[LogLine]) -> int:
    """How many of the oldest lines are too many; the last one never is."""
    sentences = 0
    for at in range(len(lines) - 1, -1, -1):
        sentences += max(1, len(lines[at].told))
        if sentences > SHOWN:
            return min(at + 1, len(lines) - 1)
    return 0
