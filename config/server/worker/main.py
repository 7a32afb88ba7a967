"""The workers, `python -m config.server.worker.main` with one of their names:

deadlines   what is short and must be on time; it also holds the schedule (Celery's beat, as a thread)
bots        bots' turns, when they are due
email       whatever waits for a mail server or for whom else a message goes to
background  what may compute for a while: archiving and verifying ended tables
analysis    what may compute for long, and only with what the others leave of the machine: analyses of ended matches

Each is one process that does one thing at a time. Of `deadlines` there are one or, for fail-over, two in an
installation; of the others any number. Several of a queue on one machine have names of their own, `bots-2`: what comes
before the hyphen is the queue.
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
from django.conf import settings

from config.celery import app
from config.db import time_limits
from config.server.worker.components import WorkerProcess, install_time_limits
from config.server.worker.heartbeat import heartbeat

DEADLINE_POLL_SECONDS = 0.05  # the pool drains its queue without pause, so this only delays the first job of a burst
BACKGROUND_NICE = 5  # what computes for long lets those go first whom somebody waits for
ANALYSIS_NICE = 10  # … and those whose results others wait for
_heartbeat_files: list[Path] = []


def run_deadlines(name: str = "deadlines") -> int:
    """What is short and must be on time. Returns the exit status, as they all do."""
    if "polling_interval" in app.conf.broker_transport_options:
        app.conf.broker_transport_options["polling_interval"] = DEADLINE_POLL_SECONDS
    make_schedule().start()
    return _run_worker("deadlines", name)


def make_schedule() -> Any:
    """Celery's beat as a thread, which unlike its command doesn't read by itself whose scheduler the app names."""
    return EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)


def run_bots(name: str = "bots") -> int:
    """Bots at their appointments."""
    return _run_worker("bots", name)


def run_email(name: str = "email") -> int:
    """What waits for a mail server."""
    return _run_worker("email", name)


def run_background(name: str = "background") -> int:
    """What may compute for a while."""
    os.nice(BACKGROUND_NICE)
    return _run_worker("background", name)


def run_analysis(name: str = "analysis") -> int:
    """What may compute for long."""
    os.nice(ANALYSIS_NICE)
    return _run_worker("analysis", name)


WORKERS: dict[str, Callable[..., int]] = {
    "deadlines": run_deadlines,
    "bots": run_bots,
    "email": run_email,
    "background": run_background,
    "analysis": run_analysis,
}


def _run_worker(queue: str, name: str) -> int:
    """Take jobs from that queue."""
    # The warning is about pickled messages; we take JSON only.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    signals.task_postrun.connect(_touch_heartbeat_files, weak=False)
    install_time_limits()
    time_limits.limit_statements(settings.TASK_STATEMENT_TIMEOUT, on_server=not settings.IS_BEHIND_PGBOUNCER)
    worker = app.Worker(
        hostname=f"{name}@%h",
        queues=[queue],
        pool="solo",
        concurrency=1,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        loglevel="WARNING",
    )
    worker.start()
    return int(worker.exitcode or 0)


def add_heartbeat_file(file: Path) -> None:
    """Touch `file` after every job done in this process: the broker, the worker and the job all work."""
    _heartbeat_files.append(file)


def _touch_heartbeat_files(**_: object) -> None:
    for file in _heartbeat_files:
        with suppress(OSError):  # a full disk is no reason to stop working
            file.touch()


def _restart_process() -> None:
    """The same process, from the start: nobody may be there to start another."""
    os.execv(sys.executable, [sys.executable, "-m", "config.server.worker.main", *sys.argv[1:]])


if __name__ == "__main__":
    WorkerProcess.restart = staticmethod(_restart_process)
    own_name = sys.argv[1]
    heartbeat.begin(settings.DATA_DIR / "run" / own_name)
    sys.exit(WORKERS[own_name.partition("-")[0]](own_name))
