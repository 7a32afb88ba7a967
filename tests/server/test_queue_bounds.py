"""A queue without a worker stays bounded: on Redis and in the folder, with one clock and with two."""

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from celery import Celery

from config.celery import app as site
from config.server.worker import components, filesystem_broker
from config.server.worker.queues import QUEUES, count_waiting, drop_oldest_messages
from tests.needs import needs

pytestmark = pytest.mark.process

BROKERS = ["folder", pytest.param("redis", marks=[pytest.mark.servers, needs(os.environ.get("REDIS_URL"), "Redis")])]


@pytest.fixture(params=BROKERS)
def app(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Celery]:
    """The site's schedule, all of it due at every look, with a broker that no worker reads."""
    celery_app = Celery("bounds", set_as_current=False)
    prefix = f"{uuid.uuid4().hex}:"
    if request.param == "redis":
        celery_app.conf.update(
            broker_url=os.environ["REDIS_URL"], broker_transport_options={"global_keyprefix": prefix}
        )
    else:
        celery_app.conf.update(broker_url=filesystem_broker.URL, broker_transport_options={"folder": str(tmp_path)})
    schedule = {name: {**entry, "schedule": 0.0} for name, entry in site.conf.beat_schedule.items()}
    celery_app.conf.update(
        beat_schedule=schedule, task_routes=site.conf.task_routes, task_default_queue=site.conf.task_default_queue
    )
    yield celery_app
    if request.param == "redis":
        with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
            for key in client.scan_iter(f"{prefix}*"):
                client.delete(key)


def waiting(app: Celery) -> dict[str, int]:
    with app.connection_for_read() as connection:
        return {queue: count_waiting(connection.default_channel, queue) for queue in QUEUES}


def send_all(clock: components.ResilientScheduler) -> None:
    """Return the schedule's jobs, whenever they are due."""
    for entry in clock.schedule.values():
        clock.apply_entry(entry, producer=clock.producer)


def test_the_clock_adds_nothing_to_a_queue_that_nobody_empties(app: Celery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "MAX_WAITING", 20)
    clocks = [components.ResilientScheduler(app=app, max_interval=1) for _ in "12"]
    for _ in range(25):
        for clock in clocks:
            send_all(clock)
    assert waiting(app) == dict.fromkeys(QUEUES, 20)


def test_it_goes_on_when_a_worker_has_come(app: Celery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "MAX_WAITING", 5)
    clock = components.ResilientScheduler(app=app, max_interval=1)
    for _ in range(6):
        send_all(clock)
    with app.connection_for_read() as connection:
        while connection.default_channel.basic_get("bots", no_ack=True) is not None:
            pass
    assert waiting(app) == {**dict.fromkeys(QUEUES, 5), "bots": 0}
    send_all(clock)
    assert waiting(app)["bots"] == 2  # its job, and the sign of life


def test_of_what_pages_queue_the_oldest_go(app: Celery) -> None:
    for number in range(30):
        app.send_task("accounts.send_confirmation", args=(number,), queue="email")
    app.send_task("replays.verify", args=(1,), queue="background")
    assert drop_oldest_messages(app, 10) == 20
    assert waiting(app) == {**dict.fromkeys(QUEUES, 0), "email": 10, "background": 1}
    with app.connection_for_read() as connection:
        first = connection.default_channel.basic_get("email", no_ack=True)
    assert first.decode()[0] == [20]
    assert drop_oldest_messages(app, 10) == 0
