"""The audit of one table."""

from collections.abc import Callable, Iterable

from games.engine.game import AnyGame
from games.replays.audit.base import Check, MismatchError
from games.replays.audit.bot_check import BotCheck
from games.replays.audit.columns import ColumnCheck
from games.replays.audit.hash_chain import HashChainCheck
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.report import BOTS, DIFFERS, AuditReport
from games.replays.audit.results import ResultCheck
from games.replays.audit.rows import EventRow, TableRow, parse_body
from games.replays.audit.snapshots import SnapshotCheck


def never() -> bool:
    """All the time in the world."""
    return False


class Audit:
    """The checks of one table, which read its events together. `rerun` is the match played anew as far as they came."""

    def __init__(self, table: TableRow, *, bots: bool, enough: Callable[[], bool], title: AnyGame | None) -> None:
        self.last: EventRow | None = None  # that was read
        self.rerun = RulesCheck(table, title)
        self.frames = SnapshotCheck(table, self.rerun)
        log, columns = HashChainCheck(table), ColumnCheck(table)
        asked_again = [BotCheck(self.rerun, enough)] if bots else []
        # Who needs the table as it was before an event comes before the rerun, who needs it as it is then after it.
        self.order: list[Check] = [log, columns, *asked_again, self.rerun, self.frames]
        self.told: list[Check] = [log, columns, self.rerun, self.frames, *asked_again]
        if table.results is not None:
            results = ResultCheck(table, self.rerun)
            self.order.append(results)
            self.told.insert(4, results)

    @property
    def has_mismatch(self) -> bool:
        """Whether any of them has found a difference so far; what the bots choose is none."""
        answers = (check.answer for check in self.told if check.name != BOTS)
        return any(answer is not None and answer.outcome == DIFFERS for answer in answers)

    def run(self, events: Iterable[EventRow], *, to_the_first: bool = False) -> AuditReport:
        """What they find in all of these, or up to the first difference: what comes after it is no earlier one."""
        count = 0
        for check in self.order:
            with check.capture_result(None):
                check.begin()
        for row in events:
            count += 1
            self.last = row
            self._check_event(row)
            if to_the_first and self.has_mismatch:
                break
        for check in self.order:
            if check.answer is None and not (to_the_first and self.has_mismatch):
                with check.capture_result(self.last):
                    check.end()
        return AuditReport(count, tuple(check.result() for check in self.told))

    def _check_event(self, row: EventRow) -> None:
        body = parse_body(row)
        for check in self.order:
            if check.answer is None:
                with check.capture_result(row):
                    if body is None:
                        raise MismatchError("unreadable")
                    check.check_event(row, body)


def run_audit(
    table: TableRow,
    events: Iterable[EventRow],
    *,
    bots: bool = True,
    enough: Callable[[], bool] = never,
    title: AnyGame | None = None,
) -> AuditReport:
    """Hold a table's rows, its events in order, against each other and against the rules: the catalogue's or `title`'s.

    No bot is asked again any more once `enough` says so; everything else is held against everything.

    Reads the events once and keeps no more than some seventy of them. Takes about as long as playing the match did
    without its pauses; what a game's rules raise that is no IllegalMoveError comes through.
    """
    return Audit(table, bots=bots, enough=enough, title=title).run(events)
