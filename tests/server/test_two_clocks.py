"""Two concurrent `deadlines` workers, each with the schedule: every timeout is played once, even if one is killed."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.serialization.canonical_json import parse_json
from games.tables.models import Event, Seat, Table
from tests.many_tables import running_alike
from tests.matches import fresh, running
from tests.needs import needs
from tests.server.running import ROOT, a_redis, eventually, outside
from tests.server.separate_parts import database_of_tests
from tests.time_travel import set_deadlines

TABLES, ROUNDS = 100, 3
pytestmark = [pytest.mark.process, pytest.mark.django_db(transaction=True)]


@contextmanager
def two_clocks(folder: Path, broker: dict[str, str]) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """On the database of the tests."""
    environment = {
        **outside(), "DATABASE_URL": database_of_tests(), "REDIS_URL": "", **broker, "TEFUDA_DATA_DIR": str(folder),
        "SECRET_KEY": settings.SECRET_KEY, "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    command = [sys.executable, "-m", "config.server.worker.main", "deadlines"]
    clocks = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(2)]
    try:
        yield clocks
    finally:
        for clock in clocks:
            clock.terminate()
        for clock in clocks:
            clock.wait(30)


def make_due(tables: list[Table]) -> set[tuple[int, int, int]]:
    """Deadlines within the next three seconds for all who are asked: which table, seat, question."""
    seats = list(Seat.objects.filter(table__in=tables, table__status="running", question_seq__isnull=False))
    for seat in seats:
        set_deadlines(Seat.objects.filter(pk=seat.pk), timezone.now() + timedelta(seconds=random.uniform(0, 3)))
    return {(seat.table_id, seat.number, seat.question_seq or 0) for seat in seats}


def open_questions() -> set[tuple[int, int, int | None]]:
    return set(Seat.objects.filter(question_seq__isnull=False).values_list("table_id", "number", "question_seq"))


def play_rounds(clocks: list["subprocess.Popen[bytes]"], people: list[User]) -> None:
    """All deadlines pass simultaneously, several times; one clock is killed during the second round."""
    table = running("dilemma", *people, seats=2)
    tables = [fresh(table), *running_alike(fresh(table), *[people[0]] * (TABLES - 1))]
    total = 0
    for n in range(ROUNDS):
        due = make_due(tables)
        total += len(due)
        if n == 1:
            assert eventually(lambda: len(due & open_questions()) < len(due)), "no clock"  # noqa: B023
            clocks[0].send_signal(signal.SIGKILL)
            clocks[0].wait()
        assert eventually(lambda: not due & open_questions(), 60), "somebody's time is up, and nobody looks"  # noqa: B023
    played = Event.objects.filter(table__in=tables, kind="move", cause="clock")
    assert played.count() == total >= ROUNDS * TABLES
    deadlines = [(*seat, parse_json(body)["data"]["deadline"]) for *seat, body in _bodies(played)]
    assert len(deadlines) == len(set(deadlines))


def _bodies(played: "QuerySet[Event]") -> "QuerySet[Event, tuple[int, int | None, str]]":
    return played.values_list("table_id", "seat", "body")


def test_in_the_folder(tmp_path: Path, alice: User, bob: User) -> None:
    with two_clocks(tmp_path, {}) as clocks:
        play_rounds(clocks, [alice, bob])


@pytest.mark.servers
@needs(connection.vendor == "postgresql" and os.environ.get("REDIS_URL"), "PostgreSQL and Redis")
def test_on_redis(tmp_path: Path, alice: User, bob: User) -> None:
    with a_redis() as broker, two_clocks(tmp_path, broker) as clocks:
        play_rounds(clocks, [alice, bob])
