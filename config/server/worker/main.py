"""The workers: `python -m config.server.worker.main` with one of these names.

deadlines   short jobs that must be on time; also runs the schedule (Celery's beat, in a thread)
bots        bots' turns, when they are due
email       jobs that wait for mail servers or other recipients
background  jobs that compute for a while: archiving and verifying ended tables
analysis    jobs that compute for long, with idle CPU time only: analyses of ended matches

Each is one process that runs one job at a time. An installation has one `deadlines` worker, or two for fail-over; of
the others any number. Several of one queue on one machine need different names such as `bots-2`: the part before the
hyphen is the queue.
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
from games.catalog import registry

DEADLINE_POLL_SECONDS = 0.05  # the pool drains its queue without pauses, so this delays only the first job of a burst
BACKGROUND_NICE = 5  # give priority to processes that people wait for
ANALYSIS_NICE = 10  # and to background jobs whose results others need
BOT_QUEUES = ("bots", "background")  # their jobs play bots, or ask them again
_heartbeat_files: list[Path] = []


def run_deadlines(name: str = "deadlines") -> int:
    """Run the worker for short jobs that must be on time, and the schedule. Return the exit status."""
    if "polling_interval" in app.conf.broker_transport_options:
        app.conf.broker_transport_options["polling_interval"] = DEADLINE_POLL_SECONDS
    make_schedule().start()
    return _run_worker("deadlines", name)


def make_schedule() -> Any:
    """Return Celery's beat as a thread. Unlike the command, it needs the app's scheduler as an argument."""
    return EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler)


def run_bots(name: str = "bots") -> int:
    """Run the worker for bots' turns."""
    return _run_worker("bots", name)


def run_email(name: str = "email") -> int:
    """Run the worker for jobs that wait for mail servers."""
    return _run_worker("email", name)


def run_background(name: str = "background") -> int:
    """Run the worker for jobs that compute for a while."""
    os.nice(BACKGROUND_NICE)
    return _run_worker("background", name)


def run_analysis(name: str = "analysis") -> int:
    """Run the worker for jobs that compute for long."""
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
    """Run a worker for this queue."""
    if queue in BOT_QUEUES:
        registry.load_games()
    # The warning is about pickled messages; only JSON is accepted.
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
    """Touch `file` after every job of this process, as a sign that broker and worker are working."""
    _heartbeat_files.append(file)


def _touch_heartbeat_files(**_: object) -> None:
    for file in _heartbeat_files:
        with suppress(OSError):  # keep working on a full disk
            file.touch()


def _restart_process() -> None:
    """Replace this process by a new one, because there may be no supervisor to restart it."""
    os.execv(sys.executable, [sys.executable, "-m", "config.server.worker.main", *sys.argv[1:]])


if __name__ == "__main__":
    WorkerProcess.restart = staticmethod(_restart_process)
    own_name = sys.argv[1]
    heartbeat.begin(settings.DATA_DIR / "run" / own_name)
    sys.exit(WORKERS[own_name.partition("-")[0]](own_name))
