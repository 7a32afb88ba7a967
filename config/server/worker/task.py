"""What all jobs have in common: they wait for a database that is away, instead of failing a second apart.

Celery's `autoretry_for` with `retry_backoff` was looked at: it logs a traceback for each job and try, also sends again
what the schedule sends anyway, and has the worker take the next job, which fails as well, while it holds those that
wait.
"""

import time
from typing import Any

from celery.contrib.django.task import DjangoTask
from celery.exceptions import Ignore

from config.db import unavailable

RETRY_DELAYS = (0.5, 1.0, 2.0, 4.0)  # seconds; the last one again and again
MAX_ATTEMPTS = 5  # of a job one of whose statements takes too long: perhaps it always will
ATTEMPTS_HEADER = "tefuda-tried"  # how often it has, among the message's headers


class ResilientTask(DjangoTask):  # type: ignore[misc]  # Celery is not typed
    """One whose database is away comes to nothing, with one line in the log (config.db.unavailable) for all of them.

    What the clock sends comes again by itself. Anything else is put at the end of its queue, so none is lost: if the
    broker is away as well, this waits for it.
    """

    failures = 0  # of this process, one after the other

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            done = super().__call__(*args, **kwargs)
        except Exception as problem:
            if self.request.called_directly or not unavailable.is_unavailable(problem):
                raise
            tried = (self.request.headers or {}).get(ATTEMPTS_HEADER, 0) + unavailable.is_timeout(problem)
            if tried >= MAX_ATTEMPTS:
                raise
            unavailable.log_unavailable(problem)
        else:
            ResilientTask.failures = 0
            return done
        time.sleep(
            RETRY_DELAYS[min(ResilientTask.failures, len(RETRY_DELAYS) - 1)]
        )  # a worker has nothing else to do meanwhile
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
