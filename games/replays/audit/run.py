"""The audit of a table."""

from collections.abc import Callable, Iterable

from games.engine.game import AnyGame
from games.replays.audit.base import Check, MismatchError
from games.replays.audit.bot_check import BotCheck
from games.replays.audit.columns import ColumnCheck
from games.replays.audit.hash_chain import HashChainCheck
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.report import AuditReport
from games.replays.audit.results import ResultCheck
from games.replays.audit.rows import EventRow, TableRow, parse_body
from games.replays.audit.snapshots import SnapshotCheck
from games.replays.audit.timeouts import ClockCheck


def never() -> bool:
    """Default for `enough`: no time limit."""
    return False


class Audit:
    """The checks of a table, which read its events together. `rerun` is the match replayed up to the current event."""

    def __init__(self, table: TableRow, *, bots: bool, enough: Callable[[], bool], game: AnyGame | None) -> None:
        self.last: EventRow | None = None  # the last event read
        self.rerun = RulesCheck(table, game)
        self.frames = SnapshotCheck(table, self.rerun)
        log, columns = HashChainCheck(table), ColumnCheck(table)
        asked_again = [BotCheck(self.rerun, enough)] if bots else []
        # Checks that need the state before an event come before the rerun, those that need the state after it come
        # later.
        clocks = ClockCheck(table, self.rerun)
        self.order: list[Check] = [log, columns, *asked_again, self.rerun, self.frames, clocks]
        self.checks: list[Check] = [log, columns, self.rerun, clocks, self.frames, *asked_again]
        if table.results is not None:
            results = ResultCheck(table, self.rerun)
            self.order.append(results)
            self.checks.insert(5, results)

    @property
    def has_mismatch(self) -> bool:
        """Return whether any check has found a difference so far."""
        return any(check.answer is not None and check.answer.is_mismatch for check in self.checks)

    def run(self, events: Iterable[EventRow], *, to_the_first: bool = False) -> AuditReport:
        """Run the checks over all events, or (`to_the_first`) up to the first difference."""
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
        return AuditReport(count, tuple(check.result() for check in self.checks))

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
    game: AnyGame | None = None,
) -> AuditReport:
    """Audit a table: compare its rows and events with each other and with the rules of the catalog, or of `game`.

    Bots are no longer checked once `enough` returns True; everything else is checked completely.

    Reads the events once, in order, and keeps at most about seventy. Takes about as long as playing the match without
    pauses. Unexpected exceptions of a game's rules are propagated.
    """
    return Audit(table, bots=bots, enough=enough, game=game).run(events)
