"""The queues of the broker, and how many messages are in them, whatever the broker is."""

from typing import Any

QUEUES = ("deadlines", "bots", "email", "background", "analysis")


def count_waiting(channel: Any, queue: str) -> int:
    """How many messages are in a queue, over kombu's channel."""
    return int(channel.queue_declare(queue).message_count)


def drop_oldest_messages(app: Any, limit: int) -> int:
    """Leave no more than so many in each queue. Returns how many were dropped.

    What pages queue is bounded by this alone. What is due stands in rows; but a mail about an account that has waited
    behind so many others is lost.
    """
    dropped = 0
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        for queue in QUEUES:
            for _ in range(count_waiting(channel, queue) - limit):
                dropped += channel.basic_get(queue, no_ack=True) is not None
    return dropped
