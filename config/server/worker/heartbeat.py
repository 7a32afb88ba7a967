"""A worker's sign of life for whoever looks from outside (`config.server.worker.check`): the time of a file.

It is given after each job, every few seconds while there is none, and while the worker waits for a broker that is away:
to begin anew would not bring that back. Of a job that takes too long the worker itself makes an end.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from celery import signals

SECONDS = 10.0
logger = logging.getLogger("tefuda.worker")


class Heartbeat:
    """The file of this process; none where its parent watches it in a way of its own."""

    def __init__(self) -> None:
        self.file: Path | None = None

    def begin(self, file: Path) -> None:
        """From now on this file shows that the process lives."""
        self.file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file.touch()
        except OSError as problem:
            logger.warning("no sign of life can be given: %s", problem)
        signals.task_postrun.connect(self.show, weak=False)
        signals.worker_ready.connect(self._show_while_idle, weak=False)

    def show(self, **_: object) -> None:
        if self.file:
            try:
                self.file.touch()
            except OSError:  # a full disk is no reason to stop working
                logger.debug("no sign of life could be given")

    def _show_while_idle(self, sender: Any, **_: object) -> None:
        """Celery's own timer, which stands still with the worker's loop, and is emptied when the broker is lost."""
        sender.timer.call_repeatedly(SECONDS, self.show)

    @contextmanager
    def shown_while_waiting(self) -> Iterator[None]:
        over = threading.Event()

        def show() -> None:
            while not over.wait(SECONDS):
                self.show()

        waiting = threading.Thread(target=show, name="heartbeat", daemon=True)
        waiting.start()
        try:
            yield
        finally:
            over.set()
            waiting.join()


heartbeat = Heartbeat()
