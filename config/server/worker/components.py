"""Replacements for parts of Celery's worker: time limits, loss of the broker, and the schedule.

Celery's options in use are in `config/celery.py`. These options don't suffice:

- `task_time_limit`, `task_soft_time_limit`: ignored by the solo pool, and prefork needs a second process per worker.
  Here SIGALRM enforces the same two settings.
- `broker_connection_retry = False` (end when the broker is lost): the worker hung in a test. One that couldn't
  acknowledge its job is at its limit of one job, so it requests no more from the broker and doesn't notice the loss.
  `worker_cancel_long_running_tasks_on_connection_loss` needs a pool that can cancel jobs; `task_acks_late = False`
  would lose the job of a killed worker and leave a moment with the same problem.
- `beat_max_loop_interval`, `beat_cron_starting_deadline`: a shorter sleep doesn't help when the clock was set back, and
  the other applies to crontabs only. `celery worker --beat` would start another process.
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
MAX_WAITING = 1_000  # messages in a queue, above which the schedule adds none until a worker has taken some


class WorkerProcess:
    """How to restart this process. Under a supervisor it just exits."""

    restart: Callable[[], None] = staticmethod(lambda: os._exit(1))


def install_time_limits() -> None:
    """Enforce the time limits (seconds) of every Celery job in this process: its own, or those of the app.

    At the soft limit SoftTimeLimitExceeded is raised inside the job, so that it can clean up; at the hard limit the
    process restarts.
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
    """A consumer that restarts the process after losing the broker.

    Celery reconnects automatically. But a job that ends while Redis is down can't be acknowledged. It then counts as
    running forever, and a worker that takes one job at a time never requests another, although it looks healthy. Every
    job is one transaction or can be repeated, so there is nothing to clean up.
    """

    def ensure_connected(self, conn: Any) -> Any:
        with heartbeat.shown_while_waiting():
            return super().ensure_connected(conn)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        handle = super().create_task_handler(*args, **kwargs)

        def received(message: Any) -> Any:
            message.ack_log_error = partial(_acknowledge, message)
            return handle(message)

        return received


def _acknowledge(message: Any, log: Any, errors: Any, multiple: bool = False) -> None:
    try:
        message.ack(multiple=multiple)
    except errors as problem:
        logger.warning("the broker is away (%s): reconnecting", type(problem).__name__)
        WorkerProcess.restart()


class ResilientScheduler(Scheduler):  # type: ignore[misc]  # Celery is not typed
    """Celery's schedule without a file, robust against changes of the clock and errors.

    Celery computes due times by the wall clock. If that is set back by an hour, nothing would be due for an hour;
    comparing it with the monotonic clock reveals the change.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._set_at = _offset()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Return the seconds until something may be due again."""
        try:
            self._handle_clock_step()
            return float(super().tick(*args, **kwargs))
        except Exception:  # would end the thread, and with it all deadlines
            beat_logger.exception("nothing could be sent; trying again")
            self._heap = None
            return RETRY_SECONDS

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send like Celery, but log broker errors without tracebacks and skip full queues.

        Expired messages stay in a queue until a worker reads them, so a queue without a worker would grow.
        """
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            if count_waiting((producer or self.producer).channel, queue) >= MAX_WAITING:
                return
            self.apply_async(entry, producer=producer, advance=False)
        except Exception as problem:
            beat_logger.warning("could not queue %s: %s", entry.name, problem)

    def adjust(self, n: float, drift: float = 0.0) -> float:
        """Return when to look again. Celery does so 10 ms early, and then keeps looking until the job is due."""
        return n + drift

    def schedules_equal(self, *_: Any) -> bool:
        """Skip the comparison at each look, because the schedule never changes at run time."""
        return True

    def _handle_clock_step(self) -> None:
        if abs(_offset() - self._set_at) < MIN_CLOCK_STEP_SECONDS:
            return
        beat_logger.warning("the system clock was changed by %.0f s; everything is due again", _offset() - self._set_at)
        self._set_at = _offset()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now()
        self._heap = None


def _offset() -> float:
    """Return the seconds between the wall clock and the monotonic clock."""
    return time.time() - time.monotonic()
