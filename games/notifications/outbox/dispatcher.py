"""Sending what is due: each channel in a thread of its own, so that a mail server that hangs holds up no push message.

Rows are taken, put into words and marked in the worker's main thread; the threads know no database. Deciding has its
turns in between, so neither waits for the other: a channel at work is no reason to wait, and a backlog to decide delays
a message by a turn.
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
RUN_SECONDS = 10  # after which a run begins nothing new, as others wait in the queue …
MAX_WAIT_SECONDS = 35  # … and after which it leaves what is under way to the next, within the job's limit
DECIDE_SECONDS = 0.2  # so long at a time: then whoever has sent gets something new to send
POLL_SECONDS = 0.5  # between two looks at what has become due while a channel is at work


class ChannelWorker:
    """A channel, and what it is sending."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.future: Future[DeliveryResult] | None = None
        self.message: OutboundMessage | None = None
        self._thread: ThreadPoolExecutor | None = None

    @property
    def is_free(self) -> bool:
        return self.future is None

    def start_next(self) -> bool:
        """Take what is due next and begin to send it. Says whether there was anything."""
        while rows := claim_due(self.channel):
            try:
                message = render_message(rows)
            except Exception as problem:  # one broken table must not silence all others; its text may name cards
                if concerns_everyone(problem):
                    raise
                logger.error("deliveries %s not sent: %s", [row.pk for row in rows], type(problem).__name__)
                continue
            if message:
                # Made late: a thread that was there before the workers were forked would be in none of them.
                self._thread = self._thread or ThreadPoolExecutor(1, f"send-{self.channel}")
                self.message, self.future = message, self._thread.submit(message.send)
                return True
        return False

    def finish(self) -> int:
        """Note what became of it, if it is done. Returns how many rows were sent."""
        if self.future is None or self.message is None or not self.future.done():
            return 0
        future, message = self.future, self.message
        self.future = self.message = None
        try:
            outcome = future.result()
        except Exception as problem:  # its text may hold an address
            logger.error("deliveries %s not sent: %s", message.delivery_pks, type(problem).__name__)
            outcome = DeliveryResult(Delivery.Problem.REFUSED)
        if outcome.problem:
            logger.warning("deliveries %s not sent by %s: %s", message.delivery_pks, self.channel, outcome.problem)
        record_result(message, outcome)
        return 0 if outcome.problem else len(message.delivery_pks)

    def hang_up(self) -> None:
        """Nothing more is due: a mail server need not be kept waiting. Its own thread says goodbye."""
        if self.channel == Delivery.Channel.MAIL and self._thread and self.is_free:
            self._thread.submit(email.hang_up)


WORKERS = [ChannelWorker(channel) for channel in Delivery.Channel.values]  # this process's


def deliver_notifications(limit: int) -> int:
    """Decide what is due, until nothing is, and send at most `limit` emails and messages. Returns how many rows went
    out. Any number of workers may do so at once."""
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
