"""How a worker meets the loss of its broker: it begins anew.

Celery reconnects by itself. But a job that ends while Redis is away can't be acknowledged; it then counts as being at
work for ever, and a worker that takes one job at a time never asks for another. Else everything about it looks well.
"""

import logging
import os
from collections.abc import Callable
from functools import partial
from typing import Any

from celery.worker import consumer

logger = logging.getLogger("tefuda.worker")


class WorkerProcess:
    """What beginning anew means in this process. Under a supervisor it is enough to end."""

    restart: Callable[[], None] = staticmethod(lambda: os._exit(1))


class Consumer(consumer.Consumer):  # type: ignore[misc]  # Celery is not typed
    """Every job is one transaction or may come again, so there is nothing to tidy up."""

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
