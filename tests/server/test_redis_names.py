"""Two sites on one Redis: neither takes the other's jobs, hears its live updates or forgets what it has cached."""

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from celery import Celery
from pytest_django import Settings

from config import celery as site
from config.redis_cache import ResilientRedisCache
from config.server.worker.queues import QUEUES, count_waiting
from games.tables.live.publish import get_redis_channel
from tests.needs import needs

URL = os.environ.get("REDIS_URL", "")
pytestmark = [pytest.mark.servers, needs(URL, "Redis")]


@pytest.fixture
def names() -> Iterator[tuple[str, str]]:
    """Two sites' names; what begins with them is gone afterwards."""
    names = f"one-{uuid.uuid4().hex}", f"two-{uuid.uuid4().hex}"
    yield names
    with redis.Redis.from_url(URL) as client:
        for name in names:
            for key in client.scan_iter(f"{name}*"):
                client.delete(key)


def broker(settings: Settings, name: str) -> Celery:
    """As the site of that name has it."""
    settings.REDIS_URL, settings.REDIS_QUEUE_PREFIX = URL, f"{name}-broker:"
    app = Celery(name, set_as_current=False)
    app.conf.update(site._broker())
    return app


def waiting(app: Celery) -> dict[str, int]:
    with app.connection_for_read() as connection:
        return {queue: count_waiting(connection.default_channel, queue) for queue in QUEUES}


def test_jobs(names: tuple[str, str], settings: Settings) -> None:
    first, second = (broker(settings, name) for name in names)
    first.send_task("server.heartbeat", queue="background")
    assert waiting(second) == dict.fromkeys(QUEUES, 0)
    assert waiting(first) == {**dict.fromkeys(QUEUES, 0), "background": 1}
    with second.connection_for_read() as connection:
        assert connection.default_channel.basic_get("background", no_ack=True) is None


def test_the_cache_is_emptied_without_the_other_sites_or_the_queues(names: tuple[str, str], settings: Settings) -> None:
    first, second = (ResilientRedisCache(URL, {"KEY_PREFIX": name}) for name in names)
    app = broker(settings, names[1])
    app.send_task("server.heartbeat", queue="background")
    for cache, value in ((first, 1), (second, 2)):
        cache.set("limit", value, 60)
    assert [cache.get("limit") for cache in (first, second)] == [1, 2]
    first.clear()
    assert [cache.get("limit") for cache in (first, second)] == [None, 2]
    assert waiting(app)["background"] == 1
    second.clear()
    assert waiting(app)["background"] == 1, "a site's own cache is not its queues"


def test_live_updates(names: tuple[str, str], settings: Settings) -> None:
    with redis.Redis.from_url(URL, decode_responses=True) as client, client.pubsub() as hears:
        settings.REDIS_PREFIX = names[0]
        hears.subscribe(get_redis_channel())
        settings.REDIS_PREFIX = names[1]
        client.publish(get_redis_channel(), "of the other:1")
        settings.REDIS_PREFIX = names[0]
        client.publish(get_redis_channel(), "own:1")
        heard: list[Any] = [hears.get_message(timeout=5) for _ in "12"]
    assert [message["data"] for message in heard] == [1, "own:1"]  # the first says that it listens now
