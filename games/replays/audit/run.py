"""The audit of one table."""

from collections.abc import Callable, Iterable

from games.engine.game import AnyTitle
from games.replays.audit.base import Check, Differs
from games.replays.audit.bot_check import BotCheck
from games.replays.audit.columns import ColumnCheck
from games.replays.audit.hash_chain import LogCheck
from games.replays.audit.replay_check import Rerun
from games.replays.audit.report import BOTS, DIFFERS, Report
from games.replays.audit.results import ResultCheck
from games.replays.audit.rows import EventRow, TableRow, body_in
from games.replays.audit.snapshots import FrameCheck


def never() -> bool:
    """All the time in the world."""
    return False


class Audit:
    """The checks of one table, which read its events together. `rerun` is the match played anew as far as they came."""

    def __init__(self, table: TableRow, *, bots: bool, enough: Callable[[], bool], title: AnyTitle | None) -> None:
        self.last: EventRow | None = None  # that was read
        self.rerun = Rerun(table, title)
        self.frames = FrameCheck(table, self.rerun)
        log, columns = LogCheck(table), ColumnCheck(table)
        asked_again = [BotCheck(self.rerun, enough)] if bots else []
        # Who needs the table as it was before an event comes before the rerun, who needs it as it is then after it.
        self.order: list[Check] = [log, columns, *asked_again, self.rerun, self.frames]
        self.told: list[Check] = [log, columns, self.rerun, self.frames, *asked_again]
        if table.results is not None:
            results = ResultCheck(table, self.rerun)
            self.order.append(results)
            self.told.insert(4, results)

    @property
    def differs(self) -> bool:
        """Whether any of them has found a difference so far; what the bots choose is none."""
        answers = (check.answer for check in self.told if check.name != BOTS)
        return any(answer is not None and answer.outcome == DIFFERS for answer in answers)

    def of(self, events: Iterable[EventRow], *, to_the_first: bool = False) -> Report:
        """What they find in all of these, or up to the first difference: what comes after it is no earlier one."""
        count = 0
        for check in self.order:
            with check.noting(None):
                check.begin()
        for row in events:
            count += 1
            self.last = row
            self._see(row)
            if to_the_first and self.differs:
                break
        for check in self.order:
            if check.answer is None and not (to_the_first and self.differs):
                with check.noting(self.last):
                    check.end()
        return Report(count, tuple(check.result() for check in self.told))

    def _see(self, row: EventRow) -> None:
        body = body_in(row)
        for check in self.order:
            if check.answer is None:
                with check.noting(row):
                    if body is None:
                        raise Differs("unreadable")
                    check.see(row, body)


def audited(
    table: TableRow,
    events: Iterable[EventRow],
    *,
    bots: bool = True,
    enough: Callable[[], bool] = never,
    title: AnyTitle | None = None,
) -> Report:
    """Hold a table's rows, its events in order, against each other and against the rules: the catalogue's or `title`'s.

    No bot is asked again any more once `enough` says so; everything else is held against everything.

    Reads the events once and keeps no more than some seventy of them. Takes about as long as playing the match did
    without its pauses; what a title's rules raise that is no refusal comes through.
    """
    return Audit(table, bots=bots, enough=enough, title=title).of(events)
