"""What a worker's process does in another way than Celery: time limits, the loss of the broker, and the schedule.

Celery's options that are taken stand in `config/celery.py`. Those looked at besides, and why they don't serve:

- `task_time_limit`, `task_soft_time_limit`: the solo pool doesn't look at them, and prefork keeps a second process for
  each worker. Here the alarm signal does it, by the same two settings.
- `broker_connection_retry = False` (end when the broker is lost): tried, and the worker hung. One that couldn't
  acknowledge its job is at its limit of one, so it asks the broker for nothing and sees no loss.
  `worker_cancel_long_running_tasks_on_connection_loss` needs a pool that can end a job; `task_acks_late = False` would
  lose the job of a worker that is killed, and leave a moment in which the same happens.
- `beat_max_loop_interval`, `beat_cron_starting_deadline`: a shorter sleep finds nothing due either when the clock was
  set back, and the other is about crontabs alone. `celery worker --beat` would start one more process.
"""

import logging
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from celery import signals
from celery.beat import Scheduler
from celery.exceptions import SoftTimeLimitExceeded
from celery.worker import consumer

from config.server.worker.heartbeat import heartbeat
from config.server.worker.queues import count_waiting

logger = logging.getLogger("tefuda.worker")
beat_logger = logging.getLogger("tefuda.beat")
MIN_CLOCK_STEP_SECONDS = 1.0  # smaller corrections only shift a tick a little
RETRY_SECONDS = 1.0
MAX_WAITING = 1_000  # messages in a queue: then the clock adds none, until a worker has taken some


class WorkerProcess:
    """What beginning anew means in this process. Under a supervisor it is enough to end."""

    restart: Callable[[], None] = staticmethod(lambda: os._exit(1))


def install_time_limits() -> None:
    """Hold every Celery job of this process to its limits (seconds), or to the app's where it has none of its own.

    At the soft limit SoftTimeLimitExceeded is raised in the midst of the work, so that it may tidy up; at the hard one
    the process begins anew.
    """
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(_end, weak=False)


def _begin(task: Any, **_: Any) -> None:
    soft = task.soft_time_limit or task.app.conf.task_soft_time_limit
    hard = task.time_limit or task.app.conf.task_time_limit
    signal.signal(signal.SIGALRM, _soft)
    signal.setitimer(signal.ITIMER_REAL, soft, hard - soft)


def _end(**_: Any) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _soft(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGALRM, _hard)
    raise SoftTimeLimitExceeded


def _hard(number: int, frame: FrameType | None) -> None:
    WorkerProcess.restart()


class Consumer(consumer.Consumer):  # type: ignore[misc]  # Celery is not typed
    """One that begins anew when it has lost its broker.

    Celery reconnects by itself. But a job that ends while Redis is away can't be acknowledged; it then counts as being
    at work for ever, and a worker that takes one job at a time never asks for another. Else everything about it looks
    well. Every job is one transaction or may come again, so there is nothing to tidy up.
    """

    def ensure_connected(self, conn: Any) -> Any:
        with heartbeat.shown_while_waiting():
            return super().ensure_connected(conn)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        begun = super().create_task_handler(*args, **kwargs)

        def received(message: Any) -> Any:
            message.ack_log_error = partial(_acknowledge, message)
            return begun(message)

        return received


def _acknowledge(message: Any, log: Any, errors: Any, multiple: bool = False) -> None:
    try:
        message.ack(multiple=multiple)
    except errors as problem:
        logger.warning("the broker is away (%s): beginning anew", type(problem).__name__)
        WorkerProcess.restart()


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
            beat_logger.exception("nothing could be sent; trying again")
            self._heap = None
            return RETRY_SECONDS

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """As Celery's, but a broker that is away for an hour is not an hour of tracebacks, and a queue that nobody
        empties doesn't grow: messages that have expired stay in it until a worker looks at them."""
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            if count_waiting((producer or self.producer).channel, queue) >= MAX_WAITING:
                return
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as problem:
            beat_logger.warning("could not queue %s: %s", entry.name, problem)

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """When to look again: Celery does so 10 ms early, and then all the time until the job is due."""
        return n + drift

    def schedules_equal(self, *_: Any) -> bool:
        """Nobody changes the schedule while it runs, so its entries need not be compared at each look."""
        return True

    def _handle_clock_step(self) -> None:
        if abs(_offset() - self._set_at) < MIN_CLOCK_STEP_SECONDS:
            return
        beat_logger.warning("the clock was set by %.0f s; everything is due anew", _offset() - self._set_at)
        self._set_at = _offset()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now()
        self._heap = None


def _offset() -> float:
    """Between the wall clock and the one that only counts on, in seconds."""
    return time.time() - time.monotonic()
