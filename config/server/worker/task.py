"""The base class of tasks, which waits for an unavailable database instead of failing again and again.

Celery's `autoretry_for` with `retry_backoff` doesn't fit: it logs a traceback for each attempt, also retries what the
schedule sends anyway, and lets the worker take the next job, which fails as well.
"""

import time
from typing import Any

from celery.contrib.django.task import DjangoTask
from celery.exceptions import Ignore

from config.db import unavailable

RETRY_DELAYS = (0.5, 1.0, 2.0, 4.0)  # seconds; the last one is repeated
MAX_ATTEMPTS = 5  # of a job with a statement that takes too long: it may always do so
ATTEMPTS_HEADER = "tefuda-tried"  # message header with the number of such attempts


class ResilientTask(DjangoTask):  # type: ignore[misc]  # Celery is not typed
    """A task that is requeued if the database is unavailable, with one line in the log (config.db.unavailable) for all.

    Scheduled tasks aren't requeued, since they are sent again anyway. Others go to the end of their queue, so none is
    lost: if the broker is down as well, this waits for it.
    """

    failures = 0  # in a row, in this process

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            result = super().__call__(*args, **kwargs)
        except Exception as problem:
            if self.request.called_directly or not unavailable.is_unavailable(problem):
                raise
            tried = (self.request.headers or {}).get(ATTEMPTS_HEADER, 0) + unavailable.is_timeout(problem)
            if tried >= MAX_ATTEMPTS:
                raise
            unavailable.log_unavailable(problem)
        else:
            ResilientTask.failures = 0
            return result
        time.sleep(
            RETRY_DELAYS[min(ResilientTask.failures, len(RETRY_DELAYS) - 1)]
        )  # the worker has nothing else to do
        ResilientTask.failures += 1
        if self.request.expires is None:
            patient = {"max_retries": None, "interval_start": RETRY_DELAYS[0], "interval_max": RETRY_DELAYS[-1]}
            self.apply_async(
                self.request.args,
                self.request.kwargs,
                headers={ATTEMPTS_HEADER: tried},
                retry=True,
                retry_policy=patient,
            )
        raise Ignore
