"""The clock's schedule when the machine's clock is set: ticks go on, forwards and backwards."""

import time
from datetime import timedelta
from functools import partial

import pytest

from config.celery import app
from config.server.worker import components
from config.server.worker import main as worker_main
from tests.conftest import Jobs
from tests.server.running import eventually

pytestmark = pytest.mark.process

HOUR = 3_600


class Machine:
    """A wall clock that can be set, as Celery and Python read it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        real_now, real_time = app.now, time.time
        monkeypatch.setattr(app, "now", lambda: real_now() + timedelta(seconds=self.ahead))
        monkeypatch.setattr(components.time, "time", lambda: real_time() + self.ahead)


def sweeps(scheduler: components.ResilientScheduler, jobs: Jobs) -> bool:
    """One round of the clock's thread. Whether a sweep was sent."""
    time.sleep(min(max(scheduler.tick(), 0), 0.2))
    return "tables.run_due" in [task for task, _ in jobs()]


@pytest.mark.parametrize("step", [-HOUR, HOUR, -2, -400 * 24 * HOUR, 400 * 24 * HOUR])
def test_ticks_go_on_after_a_step_of_the_clock(monkeypatch: pytest.MonkeyPatch, jobs: Jobs, step: int) -> None:
    machine = Machine(monkeypatch)
    scheduler = components.ResilientScheduler(app=app, max_interval=1)
    ticking = partial(sweeps, scheduler, jobs)
    assert eventually(ticking)
    for _ in range(2):
        machine.ahead += step
        assert eventually(ticking)
        assert eventually(ticking)


def test_an_error_is_not_the_end_of_the_clock(monkeypatch: pytest.MonkeyPatch, jobs: Jobs) -> None:
    """It runs in a thread that could end unnoticed."""
    scheduler = components.ResilientScheduler(app=app, max_interval=1)
    assert eventually(partial(sweeps, scheduler, jobs))
    with monkeypatch.context() as broken:
        broken.setattr(type(scheduler), "producer", property(lambda self: 1 / 0))
        assert not any(sweeps(scheduler, jobs) for _ in range(15))
    assert eventually(partial(sweeps, scheduler, jobs))


def test_the_worker_runs_the_schedule_that_the_app_names() -> None:
    """Celery's own would also write a file where it is started."""
    assert type(worker_main.make_schedule().service.scheduler) is components.ResilientScheduler


def test_a_broker_may_be_away_for_ever() -> None:
    assert app.conf.broker_connection_max_retries is None


def test_between_two_jobs_the_clock_rests() -> None:
    """Celery looks all the time for the last 10 ms before each job, which was two thirds of an idle site's work."""
    scheduler, looks = components.ResilientScheduler(app=app, max_interval=1), 0
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        looks += 1
        time.sleep(max(scheduler.tick(), 0))
    assert looks < 80  # of which some 30 send a job; Celery alone looks at least 130 times
