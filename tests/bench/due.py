"""Due work: bots' moves and passed deadlines, on SQLite, as it is served.

Run in a separate process: `python -m tests.bench.due`. Prints one JSON object.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from datetime import timedelta
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import models  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from games.catalog import registry  # noqa: E402
from games.tables.bots.scheduler import BotScheduler  # noqa: E402
from games.tables.models import (  # noqa: E402
    Event,
    Position,
    Seat,
    Seed,
    Table,
    new_public_id,
)
from games.tables.services import seats  # noqa: E402
from tests.bench.browser import Browser  # noqa: E402
from tests.bench.play import Play  # noqa: E402
from tests.matches import running  # noqa: E402

TABLES, BOTS_SECONDS = 6, 2.0  # per title
DEADLINES, HOSTS = 2_000, 20
PAUSE_SECONDS = 0.02  # between a person's moves
CLOCK = """
import time, django
django.setup()
from games.tables.services.timeouts import resolve_overdue
begin = time.perf_counter()
print(resolve_overdue(600) / (time.perf_counter() - begin))
"""


def run() -> dict[str, Any]:
    call_command("migrate", run_syncdb=True, verbosity=0)
    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.MAX_OPEN_TABLES_HOSTED = settings.MAX_SEATS_PER_USER = settings.TABLE_RATE_PER_MINUTE = {
        "account": 99_999,
        "guest": 99_999,
    }
    return {"bots": {slug: bot_moves(slug) for slug in registry.list_metadata()}, "deadlines": deadlines()}


def bot_moves(slug: str) -> float:
    """Moves a second of one worker whose bots, normal players, are all due."""
    settings.BOT_SOLO_DELAY, settings.BOT_LATE_DELAY = -1, 0
    number = registry.list_metadata()[slug].seats_default
    for n in range(TABLES):
        host = User.objects.create_user(f"{slug}{n}", name=f"{slug} {n}")
        seats.create_quick_table(game_slug=slug, user_id=host.pk)
    bot_seats = Seat.objects.filter(table__game_slug=slug, number__lt=number)
    bot_seats.filter(question_seq__isnull=False).update(act_at=timezone.now())
    bot_seats.update(user=None, played_by="bot", bot_level="normal")  # the host's seat too, or they would wait for it
    worker, begin = BotScheduler(), time.perf_counter()
    while time.perf_counter() - begin < BOTS_SECONDS:
        worker.run_once()
    moves = Event.objects.filter(table__game_slug=slug, cause="bot").count() / (time.perf_counter() - begin)
    Table.objects.filter(game_slug=slug).update(frozen_at=timezone.now())
    return moves


def deadlines() -> dict[str, float]:
    """Return deadlines resolved per second, and the duration of a person's moves meanwhile (ms: median and 99 %)."""
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(HOSTS)]
    play = Play("lombard", people, [Browser(person) for person in people])
    all_due(running("lombard", *people[:2]), people)
    moves, times = play.moves, list[float]()
    for _ in range(10):
        next(moves)
    with subprocess.Popen([sys.executable, "-c", CLOCK], stdout=subprocess.PIPE, text=True) as clock:
        while clock.poll() is None:
            times.append(next(moves).answer.seconds * 1e3)
            time.sleep(PAUSE_SECONDS)
        assert clock.stdout
        rate = float(clock.stdout.read())
    times.sort()
    return {"rate": rate, "median": statistics.median(times), "p99": times[int(len(times) * 0.99)]}


def all_due(table: Table, people: list[User]) -> None:
    """Copies of a table, a deadline past due at each, of several hosts."""
    models_ = (Seat, Seed, Position, Event)
    rows = {model: list(model._default_manager.filter(table=table)) for model in models_}
    late = timezone.now() - timedelta(minutes=1)
    for n in range(DEADLINES):
        copy = _copy(table, public_id=new_public_id(), invite_code=new_public_id(), host_id=people[n % len(people)].pk)
        copy.save(force_insert=True)
        for model in models_:
            copies = [_copy(row, table_id=copy.pk) for row in rows[model]]
            for seat in copies if model is Seat else ():
                seat.user_id = people[(n + seat.number) % len(people)].pk
                seat.deadline = late if seat.question_seq is not None else None
            model._default_manager.bulk_create(copies)


def _copy(row: models.Model, **changed: Any) -> Any:
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    return type(row)(**values | changed)


if __name__ == "__main__":
    print(json.dumps(run()))
