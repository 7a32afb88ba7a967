"""Base class of the checks: each reads the events one by one until it finds the first that differs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from games.engine.event_kinds import LOG_VERSION
from games.replays.audit.report import AGREES, DIFFERS, NOT_RUN, CheckResult
from games.replays.audit.rows import Body, EventRow


class MismatchError(Exception):
    """The data doesn't agree. `event` is set if the difference isn't at the event being read, but at a missing one."""

    def __init__(self, why: str, event: int | None = None) -> None:
        super().__init__(why)
        self.why, self.event = why, event


class NotRunError(Exception):
    """The check has nothing to compare with."""


class Check:
    """Base class of the checks.

    A MismatchError or NotRunError raised by these methods becomes the result and ends the check.
    """

    name: ClassVar[str]

    def __init__(self) -> None:
        self.answer: CheckResult | None = None

    def begin(self) -> None:
        """Run before the first event."""

    def check_event(self, row: EventRow, body: Body) -> None:
        """Check the next event."""

    def end(self) -> None:
        """Run after the last event. Mismatches are attributed to that event."""

    def result(self) -> CheckResult:
        return self.answer or CheckResult(self.name, AGREES)

    @contextmanager
    def capture_result(self, row: EventRow | None) -> Iterator[None]:
        """Store an exception raised inside as the result, with the event being read."""
        try:
            yield
        except MismatchError as found:
            if found.event is not None or row is None:
                self.answer = CheckResult(self.name, DIFFERS, found.why, found.event)
            else:
                self.answer = CheckResult(self.name, DIFFERS, found.why, row.seq, row.kind)
        except NotRunError as found:
            self.answer = CheckResult(self.name, NOT_RUN, str(found))


def read_log_version(created: Body) -> int | None:
    """Return the log version named by a table's creation; None for older logs.

    Raises NotRunError for versions unknown to this code.
    """
    if "log" not in created:
        return None
    version = created["log"]
    if type(version) is not int or version != LOG_VERSION:
        raise NotRunError("log-unknown")
    return version
