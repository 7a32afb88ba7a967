"""The two Celery workers, `python -m config.runtime.worker clock` and `python -m config.runtime.worker slow`.

There is one `clock` in an installation: it also holds the clock itself (beat, as a thread). Of `slow` there may be any
number.
"""

import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from celery import signals
from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning

from config.celery import app
from config.runtime.clock import SteadyScheduler
from config.runtime.consumer import Process
from config.runtime.lifeline import Lifeline

# The solo pool drains its queue without pause, so the poll only delays the first job of a burst.
CLOCK_POLL_SECONDS = 0.05
SLOW_PROCESSES = int(os.environ.get("TEFUDA_SLOW_PROCESSES") or 1)


def clock() -> int:
    """What is short and must be on time. Returns the exit status."""
    if "polling_interval" in app.conf.broker_transport_options:
        app.conf.broker_transport_options["polling_interval"] = CLOCK_POLL_SECONDS
    EmbeddedService(app, thread=True, scheduler_cls=SteadyScheduler).start()
    return _work("clock", pool="solo", concurrency=1)


def slow() -> int:
    """What may think or wait; prefork, because only its time limits can end a job that hangs. Returns the status."""
    lifeline = Lifeline()
    signals.worker_process_init.connect(lambda **_: lifeline.hold(), weak=False)
    return _work("slow", pool="prefork", concurrency=SLOW_PROCESSES)


WORKERS: dict[str, Callable[[], int]] = {"clock": clock, "slow": slow}


def _work(name: str, **pool: Any) -> int:
    # The warning is about pickled messages; we take JSON only.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = app.Worker(
        hostname=f"{name}@%h",
        queues=[name],
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        loglevel="WARNING",
        **pool,
    )
    worker.start()
    return int(worker.exitcode or 0)


def show_life(file: Path) -> None:
    """Touch `file` after every job done in this process and its pool: the broker, the pool and the job all work."""

    def touch(**_: Any) -> None:
        with suppress(OSError):  # a full disk is no reason to stop working
            file.touch()

    signals.task_postrun.connect(touch, weak=False)


def _begin_anew() -> None:
    """The same process, from the start: nobody may be there to start another. Its pool ends with its lifeline."""
    os.execv(sys.executable, [sys.executable, "-m", "config.runtime.worker", *sys.argv[1:]])


if __name__ == "__main__":
    Process.begin_anew = staticmethod(_begin_anew)
    sys.exit(WORKERS[sys.argv[1]]())
