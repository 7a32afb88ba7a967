"""Notifications that a table has changed. They carry no content: each page fetches what its reader may see.

A message is a topic (games.tables.live.topics) with its revision, which only increases.

The transport depends on the installation: Redis if configured, else PostgreSQL's NOTIFY. With SQLite there is nothing
to send, because the hub notices commits itself.
"""

import logging
from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing
from django.db import connection, transaction

if TYPE_CHECKING:
    import redis

PG_CHANNEL = "tefuda_live"
TOKEN_SALT = "live"
logger = logging.getLogger(__name__)


def make_stream_token(public_id: str, *, person: str = "", topics: Sequence[str] = ()) -> str:
    """Return a signed token, valid for an hour, that lets a page subscribe to the table and `topics`.

    `person` is the reader's public id or "": the hub limits the number of streams per person.
    """
    return signing.dumps((public_id, person, *topics), salt=TOKEN_SALT)


def get_redis_channel() -> str:
    """Return the channel. It contains the site's name, since Redis shares channels among all its databases."""
    return f"{settings.REDIS_PREFIX}:live"


def publish_revision(topic: str, number: int) -> None:
    """Announce that the topic has reached this number. Call it inside the transaction that makes the change.

    The message is sent on commit, or not at all. Losing one is harmless, because pages also poll.
    """
    message = f"{topic}:{number}"
    if settings.SSE_REDIS_URL:
        transaction.on_commit(partial(_publish, message), robust=True)
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [PG_CHANNEL, message])


def _publish(message: str) -> None:
    import redis  # imported here: takes 9 MB with its dependencies, and most sites don't use it

    try:
        _client(settings.SSE_REDIS_URL).publish(get_redis_channel(), message)
    except redis.RedisError as problem:
        logger.warning("live update not sent: %s", problem)


@cache
def _client(url: str) -> "redis.Redis":
    import redis

    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
