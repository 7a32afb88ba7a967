"""The audit of one table."""

from collections.abc import Callable, Iterable

from games.engine.contract import AnyTitle
from games.replays.audit.bots import BotCheck
from games.replays.audit.check import Check, Differs
from games.replays.audit.columns import ColumnCheck
from games.replays.audit.log import LogCheck
from games.replays.audit.report import Report
from games.replays.audit.rerun import Rerun
from games.replays.audit.rows import EventRow, TableRow, body_in
from games.replays.audit.shown import FrameCheck


def never() -> bool:
    """All the time in the world."""
    return False


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
    rerun = Rerun(table, title)
    log, columns, frames = LogCheck(table), ColumnCheck(table), FrameCheck(table, rerun)
    asked_again = [BotCheck(rerun, enough)] if bots else []
    order: list[Check] = [log, columns, *asked_again, rerun, frames]  # who needs the table before an event, or after it
    last, count = None, 0
    for check in order:
        with check.noting(None):
            check.begin()
    for last in events:
        count += 1
        body = body_in(last)
        for check in order:
            if check.answer is None:
                with check.noting(last):
                    if body is None:
                        raise Differs("unreadable")
                    check.see(last, body)
    for check in order:
        if check.answer is None:
            with check.noting(last):
                check.end()
    return Report(count, tuple(check.result() for check in (log, columns, rerun, frames, *asked_again)))
