"""One answer in the making: a check reads the events one by one until it finds the first that differs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from games.replays.audit.report import AGREES, DIFFERS, NOT_RUN, CheckResult
from games.replays.audit.rows import Body, EventRow


class MismatchError(Exception):
    """Something doesn't agree. `event` where it is none that was read: one that is missing."""

    def __init__(self, why: str, event: int | None = None) -> None:
        super().__init__(why)
        self.why, self.event = why, event


class NotRunError(Exception):
    """There is nothing to hold it against."""


class Check:
    """Base of all checks. What these methods raise, Differs or NotRunError, becomes the answer; then they rest."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.answer: CheckResult | None = None

    def begin(self) -> None:
        """Before the first event."""

    def check_event(self, row: EventRow, body: Body) -> None:
        """The next event."""

    def end(self) -> None:
        """After the last event, which stands for what is wrong with the end."""

    def result(self) -> CheckResult:
        return self.answer or CheckResult(self.name, AGREES)

    @contextmanager
    def capture_result(self, row: EventRow | None) -> Iterator[None]:
        """Keep what is raised inside as the answer, with the event that is being read."""
        try:
            yield
        except MismatchError as found:
            if found.event is not None or row is None:
                self.answer = CheckResult(self.name, DIFFERS, found.why, found.event)
            else:
                self.answer = CheckResult(self.name, DIFFERS, found.why, row.seq, row.kind)
        except NotRunError as found:
            self.answer = CheckResult(self.name, NOT_RUN, str(found))
