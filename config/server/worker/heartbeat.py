"""A worker's heartbeat for outside checks (`config.server.worker.check`): the modification time of a file.

It is touched after each job, every few seconds while idle, and while waiting for a broker that is down, which a restart
wouldn't fix. Jobs that take too long are ended by the worker itself.
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
    """The heartbeat file of this process; None if its parent monitors it in another way."""

    def __init__(self) -> None:
        self.file: Path | None = None

    def begin(self, file: Path) -> None:
        """Start showing with this file that the process is alive."""
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
            except OSError:  # keep working on a full disk
                logger.debug("no sign of life could be given")

    def _show_while_idle(self, sender: Any, **_: object) -> None:
        """Use Celery's own timer, which stops with the worker's loop and is cleared when the broker is lost."""
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
