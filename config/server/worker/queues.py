"""The broker's queues and their lengths, for any broker."""

from typing import Any

QUEUES = ("deadlines", "bots", "email", "background", "analysis")


def count_waiting(channel: Any, queue: str) -> int:
    """Return the number of messages in a queue, using kombu's channel."""
    return int(channel.queue_declare(queue).message_count)


def drop_oldest_messages(app: Any, limit: int) -> int:
    """Drop the oldest messages above `limit` from each queue. Return how many.

    This alone bounds what pages queue. What is due is in the database, but a mail about an account that waits behind so
    many others is lost.
    """
    dropped = 0
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        for queue in QUEUES:
            for _ in range(count_waiting(channel, queue) - limit):
                dropped += channel.basic_get(queue, no_ack=True) is not None
    return dropped
