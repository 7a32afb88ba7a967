"""Telling open pages that a table has changed. Says only that it did: what a seat may see it fetches for itself.

What is told of is a topic with a number that only grows: a table (its public id) with its revision, or something at a
table that moves by itself, like a room of its chat (`<public id>/<name>`).

Where the word goes depends on the installation: Redis if there is one, else PostgreSQL's NOTIFY. With SQLite there is
nothing to do, because the hub sees for itself that something was committed.
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
REVIEW = "/review."  # in the topic of a replay that is looked at together
logger = logging.getLogger(__name__)


def make_stream_token(public_id: str, *, person: str = "", topics: Sequence[str] = ()) -> str:
    """The right to be told of a table's changes, and of these topics'; put into its page. Good for an hour.

    `person` is the reader's public id, "" for none: the hub counts how many streams one person has open.
    """
    return signing.dumps((public_id, person, *topics), salt=TOKEN_SALT)


def get_redis_channel() -> str:
    """Redis has one set of channels for all its databases, so the site's name is in it."""
    return f"{settings.REDIS_PREFIX}:live"


def publish_revision(topic: str, number: int) -> None:
    """Say that the topic has reached this number. To be called inside the transaction that brings it there.

    Nobody hears of it before the commit, nor ever if there is none. A word that gets lost is no harm: pages also poll.
    """
    message = f"{topic}:{number}"
    if settings.SSE_REDIS_URL:
        transaction.on_commit(partial(_publish, message), robust=True)
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [PG_CHANNEL, message])


def _publish(message: str) -> None:
    import redis  # 9 MB with what it brings along; most houses have none

    try:
        _client(settings.SSE_REDIS_URL).publish(get_redis_channel(), message)
    except redis.RedisError as problem:
        logger.warning("live update not sent: %s", problem)


@cache
def _client(url: str) -> "redis.Redis":
    import redis

    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
