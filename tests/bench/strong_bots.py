"""`python -m tests.bench.strong_bots`: do a hundred tables of the slowest bots delay a table with a person?

A site on SQLite with one worker for bots, on the spare time of this machine's cores. A person plays alone, against
normal and against the slowest strong bots, first on an idle site, then with a hundred tables where only those bots
play, all due at the same time. Prints the person's waits, and their ratios to those of the idle site.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from typing import Any

import django

from tests.bench.bots import answer_times, running_workers

TABLES = int(os.environ.get("TEFUDA_BENCH_TABLES", "100"))
SECONDS = float(os.environ.get("TEFUDA_BENCH_SECONDS", "60"))  # of each of four parts
WARM_SECONDS, POLL_SECONDS, MATCHES = 5.0, 0.1, 2
STRONG = "strong"


def run() -> dict[str, Any]:
    """On the database of this process, which is empty."""
    from django.core.management import call_command

    from accounts.models import User
    from games.tables.models import Event

    call_command("migrate", verbosity=0)
    slug, seconds = find_slowest()
    person = User.objects.create_user("lone", name="Lone")
    by_bots = Event.objects.filter(cause=Event.Cause.BOT)
    with running_workers(1):
        waits(person, slug, 1.0)  # until the worker is there
        idle = waits(person, slug)
        sit_down_bots(slug)
        before, began = by_bots.count(), time.monotonic()
        while by_bots.count() == before:
            time.sleep(POLL_SECONDS)
        time.sleep(WARM_SECONDS)
        busy = waits(person, slug)
        rate = (by_bots.count() - before) / (time.monotonic() - began)
    hurried = by_bots.filter(body__contains='"hurried":true').count()
    return {"game": slug, "ms": 1e3 * seconds, "idle": idle, "busy": busy, "rate": rate, "hurried": hurried}


def find_slowest() -> tuple[str, float]:
    """The game whose strong bot thinks longest, and for how long on average (seconds of a processor)."""
    from games.arena.tournament import create_tournament
    from games.catalog import registry

    spent = dict[str, float]()
    for slug in registry.list_metadata():
        if STRONG in registry.get_game(slug).bots:
            matches = create_tournament(slug, STRONG, "normal", matches=MATCHES).play_matches()
            times = [second for seat, played in matches for second in played.seconds[seat]]
            spent[slug] = statistics.fmean(times)
    slowest = max(spent, key=spent.__getitem__)
    return slowest, spent[slowest]


def sit_down_bots(slug: str) -> None:
    """Tables of strong bots alone, all due."""
    from django.conf import settings
    from django.utils import timezone

    from accounts.models import User
    from games.tables.bots.substitutes import resign_seat
    from games.tables.models import Seat, Table
    from games.tables.services import seats
    from tests.many_tables import running_alike

    for name in ("MAX_OPEN_TABLES_HOSTED", "MAX_SEATS_PER_USER", "TABLE_RATE_PER_MINUTE", "MAX_SOLO_TABLES"):
        setattr(settings, name, {"account": 99_999, "guest": 99_999})
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(10)]
    table = seats.create_quick_table(game_slug=slug, user_id=people[0].pk, level=STRONG)
    resign_seat(public_id=table.public_id, user_id=people[0].pk)
    running_alike(Table.objects.get(pk=table.pk), *(people[n % 10] for n in range(TABLES - 1)))
    bot_seats = Seat.objects.filter(act_at__isnull=False, table__host__in=people)
    bot_seats.update(act_at=timezone.now() - timedelta(seconds=5))


def waits(person: Any, slug: str, seconds: float = SECONDS) -> dict[str, list[float]]:
    """Seconds until the person's bots answer, by their level: one game after the other."""
    from games.tables.services import seats

    waits_by_level = {}
    for level, game in (("normal", "lombard"), (STRONG, slug)):
        quick = {"game_slug": game, "user_id": person.pk, "level": level}
        table = seats.create_quick_table(**quick)
        waits_by_level[level] = list(answer_times(person, table, time.monotonic() + seconds, **quick))
    return waits_by_level


def show(measurements: dict[str, Any]) -> None:
    print(
        f"\n{TABLES} tables of {measurements['game']}'s strong bots alone ({measurements['ms']:.2f} ms a decision,"
        f" {measurements['rate']:.0f} moves/s, {measurements['hurried']} hurried): a person's waits in s, median and"
        " most, and their ratios to the idle site's"
    )
    for level, busy in measurements["busy"].items():
        idle = measurements["idle"][level]
        ratios = statistics.median(busy) / statistics.median(idle), max(busy) / max(idle)
        print(
            f"  {level:8} idle {statistics.median(idle):.2f} {max(idle):.2f} of {len(idle)}, busy"
            f" {statistics.median(busy):.2f} ({ratios[0]:.2f}) {max(busy):.2f} ({ratios[1]:.2f}) of {len(busy)}"
        )


def main() -> None:
    """Run it in a separate process and database."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "TEFUDA_DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, "-m", "tests.bench.strong_bots", "run"]
        completed = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    show(json.loads(completed.stdout.splitlines()[-1]))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        print(json.dumps(run()))
    else:
        main()
