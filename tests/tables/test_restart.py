"""Killed workers lose nothing: another process, which knows only the database, does everything that is due."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.tables.models import Event, Seat
from tests.matches import running, seat, to_turn_of
from tests.time_travel import set_deadlines

pytestmark = pytest.mark.process

SWEEP = """
import django
django.setup()
from celery import current_app
current_app.conf.update(task_always_eager=True, broker_url="memory://")  # this process is its own worker
from games.tables import tasks
tasks.run_due()
tasks.play_bots()
"""


def database_url() -> str:
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    login = settings["USER"] + (f":{settings['PASSWORD']}" if settings["PASSWORD"] else "")
    return f"postgres://{login}@{settings['HOST']}:{settings['PORT']}/{settings['NAME']}"


def new_process() -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database_url()}
    completed = subprocess.run(
        [sys.executable, "-c", SWEEP], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 0, completed.stderr


@pytest.mark.django_db(transaction=True)
def test_a_new_process_does_all_that_is_due(alice, bob):
    lost_job = running("lombard", alice, seats=2)
    to_turn_of(lost_job, 1)
    overdue = running("sdc", alice, bob)
    stuck_bot = running("lombard", bob, seats=2)
    to_turn_of(stuck_bot, 1)
    question_seqs = {table: seat(table, 1).question_seq for table in (lost_job, stuck_bot)}
    long_ago = timezone.now() - timedelta(days=1)
    Seat.objects.filter(table=lost_job, number=1).update(act_at=long_ago, leased_until=long_ago)
    set_deadlines(Seat.objects.filter(table=overdue), long_ago)
    Seat.objects.filter(table=stuck_bot, number=1).update(deadline=long_ago, bot_attempts=3, leased_until=long_ago)

    new_process()

    assert cause(lost_job, 1, question_seqs[lost_job]) == "bot"
    assert cause(stuck_bot, 1, question_seqs[stuck_bot]) == "clock"
    assert [cause(overdue, 0), cause(overdue, 1)] == ["clock", "clock"]
    for table, question in question_seqs.items():
        assert seat(table, 1).question_seq != question


def cause(table, number: int, after: int = 0) -> str:
    """Return the author of a seat's first answer after that event."""
    return Event.objects.filter(table=table, kind="move", seat=number, seq__gt=after).order_by("seq").first().cause
