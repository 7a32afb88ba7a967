"""Time limits for what runs in a worker's main thread, by the alarm signal: Celery's solo pool has none.

At the soft limit SoftTimeLimitExceeded is raised in the midst of the work, so that it may tidy up; at the hard one the
process begins anew.
"""

import signal
from types import FrameType
from typing import Any

from celery import signals
from celery.exceptions import SoftTimeLimitExceeded

from config.celery import app
from config.server.worker.consumer import WorkerProcess


def install_time_limits() -> None:
    """Hold every Celery job of this process to its limits (seconds), or to the app's where it has none of its own."""
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(_end, weak=False)


def _begin(task: Any, **_: Any) -> None:
    soft = task.soft_time_limit or app.conf.task_soft_time_limit
    hard = task.time_limit or app.conf.task_time_limit
    signal.signal(signal.SIGALRM, _soft)
    signal.setitimer(signal.ITIMER_REAL, soft, hard - soft)


def _end(**_: Any) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _soft(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGALRM, _hard)
    raise SoftTimeLimitExceeded


def _hard(number: int, frame: FrameType | None) -> None:
    WorkerProcess.restart()
