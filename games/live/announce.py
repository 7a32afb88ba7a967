"""Telling open pages that a table has changed. Says only that it did: what a seat may see it fetches for itself.

Where the word goes depends on the installation: Redis if there is one, else PostgreSQL's NOTIFY. With SQLite there is
nothing to do, because the hub sees for itself that something was committed.
"""

import logging
from functools import cache, partial

import redis
from django.conf import settings
from django.core import signing
from django.db import connection, transaction

CHANNEL = "tefuda:live"
PG_CHANNEL = "tefuda_live"
TOKEN_SALT = "live"
logger = logging.getLogger(__name__)


def stream_token(public_id: str, *, person: str = "") -> str:
    """The right to be told of a table's changes; put into its page. The hub honours it for an hour.

    `person` is the reader's public id, "" for none: the hub counts how many streams one person has open.
    """
    return signing.dumps((public_id, person), salt=TOKEN_SALT)


def announce(public_id: str, rev: int) -> None:
    """Say that the table has reached revision `rev`. To be called inside the transaction that brings it there.

    Nobody hears of it before the commit, nor ever if there is none. A word that gets lost is no harm: pages also poll.
    """
    message = f"{public_id}:{rev}"
    if settings.LIVE_REDIS_URL:
        transaction.on_commit(partial(_publish, message), robust=True)
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [PG_CHANNEL, message])


def _publish(message: str) -> None:
    try:
        _client(settings.LIVE_REDIS_URL).publish(CHANNEL, message)
    except redis.RedisError as problem:
        logger.warning("live update not sent: %s", problem)


@cache
def _client(url: str) -> "redis.Redis":
    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
