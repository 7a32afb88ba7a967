"""Celery's schedule (beat), on a machine whose clock may be set."""

import logging
import time
from typing import Any

from celery.beat import Scheduler

logger = logging.getLogger("tefuda.beat")
MIN_CLOCK_STEP_SECONDS = 1.0  # smaller corrections only shift a tick a little
RETRY_SECONDS = 1.0


class ResilientScheduler(Scheduler):  # type: ignore[misc]  # Celery is not typed
    """Celery's schedule, which keeps no file, and which neither a step of the clock nor an error ends.

    Celery notes when each job is due by the wall clock. Set back by an hour, nothing would be due for an hour; the
    clock that only counts on tells that it was set.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._set_at = _offset()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Returns the seconds until something may be due again."""
        try:
            self._handle_clock_step()
            return float(super().tick(*args, **kwargs))
        except Exception:  # it would be the end of the thread, and so of all deadlines
            logger.exception("nothing could be sent; trying again")
            self._heap = None
            return RETRY_SECONDS

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """As Celery's, but a broker that is away for an hour is not an hour of tracebacks."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as problem:
            logger.warning("could not queue %s: %s", entry.name, problem)

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """When to look again: Celery does so 10 ms early, and then all the time until the job is due."""
        return n + drift

    def schedules_equal(self, *_: Any) -> bool:
        """Nobody changes the schedule while it runs, so its entries need not be compared at each look."""
        return True

    def _handle_clock_step(self) -> None:
        if abs(_offset() - self._set_at) < MIN_CLOCK_STEP_SECONDS:
            return
        logger.warning("the clock was set by %.0f s; everything is due anew", _offset() - self._set_at)
        self._set_at = _offset()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now()
        self._heap = None


def _offset() -> float:
    """Between the wall clock and the one that only counts on, in seconds."""
    return time.time() - time.monotonic()
