"""Sending what is due: each channel in a thread of its own, so that a mail server that hangs holds up no push message.

Rows are taken, put into words and marked in the worker's main thread; the threads know no database.
"""

import logging
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from config.db.unavailable import concerns_all
from games.notifications.messages import Outcome, Parcel
from games.notifications.models import Delivery
from games.notifications.outbox.fanout import notices_decided
from games.notifications.outbox.queue import claimed, noted
from games.notifications.outbox.rendering import packed

logger = logging.getLogger(__name__)
RUN_SECONDS = 20  # after which a run begins nothing new …
PATIENCE_SECONDS = 35  # … and after which it leaves what is under way to the next, within the job's limit
LOOK_SECONDS = 0.5  # between two looks at what has become due while a channel is at work


class Lane:
    """A channel, and what it is sending."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.future: Future[Outcome] | None = None
        self.parcel: Parcel | None = None
        self._thread: ThreadPoolExecutor | None = None

    @property
    def free(self) -> bool:
        return self.future is None

    def begin(self) -> bool:
        """Take what is due next and begin to send it. Says whether there was anything."""
        while rows := claimed(self.channel):
            try:
                parcel = packed(rows)
            except Exception as problem:  # one broken table must not silence all others; its text may name cards
                if concerns_all(problem):
                    raise
                logger.error("deliveries %s not sent: %s", [row.pk for row in rows], type(problem).__name__)
                continue
            if parcel:
                # Made late: a thread that was there before the workers were forked would be in none of them.
                self._thread = self._thread or ThreadPoolExecutor(1, f"send-{self.channel}")
                self.parcel, self.future = parcel, self._thread.submit(parcel.send)
                return True
        return False

    def end(self) -> int:
        """Note what became of it, if it is done. Returns how many rows were sent."""
        if self.future is None or self.parcel is None or not self.future.done():
            return 0
        future, parcel = self.future, self.parcel
        self.future = self.parcel = None
        try:
            outcome = future.result()
        except Exception as problem:  # its text may hold an address
            logger.error("deliveries %s not sent: %s", parcel.pks, type(problem).__name__)
            outcome = Outcome(Delivery.Problem.REFUSED)
        if outcome.problem:
            logger.warning("deliveries %s not sent by %s: %s", parcel.pks, self.channel, outcome.problem)
        noted(parcel, outcome)
        return 0 if outcome.problem else len(parcel.pks)


LANES = [Lane(channel) for channel in Delivery.Channel.values]  # this process's


def notices_deliver(limit: int) -> int:
    """Decide what is due, and send at most `limit` letters and messages. Returns how many rows went out."""
    began, sent = time.monotonic(), 0
    while True:
        notices_decided()
        sent += sum(lane.end() for lane in LANES)
        for lane in LANES:
            if limit and lane.free and time.monotonic() < began + RUN_SECONDS and lane.begin():
                limit -= 1
        busy = [lane.future for lane in LANES if lane.future is not None]
        if not busy or time.monotonic() > began + PATIENCE_SECONDS:
            return sent
        wait(busy, LOOK_SECONDS, FIRST_COMPLETED)
