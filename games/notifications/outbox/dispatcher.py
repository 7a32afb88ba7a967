"""Sending due messages, with one thread per channel, so that a hanging mail server delays no push message.

The worker's main thread claims, renders and marks rows; the threads don't use the database. Fanout alternates with
sending in short turns, so that neither waits long for the other.
"""

import logging
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from config.db.unavailable import concerns_everyone
from games.notifications.backends import email
from games.notifications.messages import DeliveryResult, OutboundMessage
from games.notifications.models import Delivery
from games.notifications.outbox.fanout import decide_notifications, release_gathered
from games.notifications.outbox.queue import claim_due, record_result
from games.notifications.outbox.rendering import render_message

logger = logging.getLogger(__name__)
RUN_SECONDS = 10  # after this, a run starts nothing new, since other jobs wait in the queue
MAX_WAIT_SECONDS = 35  # after this, it leaves unfinished messages to the next run, within the job's limit
DECIDE_SECONDS = 0.2  # per turn of fanout, so that idle channels soon get something to send
POLL_SECONDS = 0.5  # between checks for newly due notifications while a channel is busy


class ChannelWorker:
    """A channel and the message it is sending."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.future: Future[DeliveryResult] | None = None
        self.message: OutboundMessage | None = None
        self._thread: ThreadPoolExecutor | None = None

    @property
    def is_free(self) -> bool:
        return self.future is None

    def start_next(self) -> bool:
        """Claim the next due rows and start sending them. Return whether there were any."""
        while rows := claim_due(self.channel):
            try:
                message = render_message(rows)
            # One broken table must not stop all messages; the exception's text may name cards.
            except Exception as problem:
                if concerns_everyone(problem):
                    raise
                logger.error("deliveries %s not sent: %s", [row.pk for row in rows], type(problem).__name__)
                continue
            if message:
                # Created late, because threads don't survive the fork of the workers.
                self._thread = self._thread or ThreadPoolExecutor(1, f"send-{self.channel}")
                self.message, self.future = message, self._thread.submit(message.send)
                return True
        return False

    def finish(self) -> int:
        """Store the result of a finished message. Return how many rows were sent."""
        if self.future is None or self.message is None or not self.future.done():
            return 0
        future, message = self.future, self.message
        self.future = self.message = None
        try:
            outcome = future.result()
        except Exception as problem:  # its text may contain an address
            logger.error("deliveries %s not sent: %s", message.delivery_pks, type(problem).__name__)
            outcome = DeliveryResult(Delivery.Problem.REFUSED)
        if outcome.problem:
            logger.warning("deliveries %s not sent by %s: %s", message.delivery_pks, self.channel, outcome.problem)
        record_result(message, outcome)
        return 0 if outcome.problem else len(message.delivery_pks)

    def hang_up(self) -> None:
        """Close the connection to the mail server if the channel is idle, in the thread that owns it."""
        if self.channel == Delivery.Channel.MAIL and self._thread and self.is_free:
            self._thread.submit(email.hang_up)


WORKERS = [ChannelWorker(channel) for channel in Delivery.Channel.values]  # per process


def deliver_notifications(limit: int) -> int:
    """Decide and send due notifications, at most `limit` messages. Return how many rows were sent.

    Any number of workers may run this simultaneously.
    """
    began, sent, decided, look_at = time.monotonic(), 0, 0, 0.0
    while True:
        now = time.monotonic()
        is_open = now < began + RUN_SECONDS
        if is_open and (decided or now >= look_at):
            decided, look_at = decide_notifications(DECIDE_SECONDS), now + POLL_SECONDS
            release_gathered()
        sent += sum(worker.finish() for worker in WORKERS)
        for worker in WORKERS:
            if limit and is_open and worker.is_free and worker.start_next():
                limit -= 1
        busy = [worker.future for worker in WORKERS if worker.future is not None]
        if not (busy or (decided and is_open)) or now > began + MAX_WAIT_SECONDS:
            break
        wait(busy, 0 if decided and is_open else POLL_SECONDS, FIRST_COMPLETED)
    for worker in WORKERS:
        worker.hang_up()
    return sent
