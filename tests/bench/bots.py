"""More bot moves than bots can make: a lone person's waiting time, and moves per second of the workers.

`python -m tests.bench.bots` measures SQLite, and PostgreSQL if it answers, with one worker and with two. The workers
are those of a site in separate processes, with `deadlines` running. One person plays against bots behind 2,000 tables
of bots. Prints a line for each run: the person's waits, moves a second, and the workers' CPU time per move, which says
more than the rate on a busy machine.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
import psycopg

POSTGRES = os.environ.get("TEFUDA_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
NAME = "tefuda_bench_bots"
TABLES, HOSTS = int(os.environ.get("TEFUDA_BENCH_TABLES", "2000")), 20
WARM_SECONDS, SECONDS, PATIENCE = 5.0, float(os.environ.get("TEFUDA_BENCH_SECONDS", "20")), 60.0
HERTZ = os.sysconf("SC_CLK_TCK")
POLL_SECONDS = 0.02


def run(workers: int) -> dict[str, Any]:
    """One run on the database of this process, which is empty."""
    from django.core.management import call_command
    from django.db import connection

    from games.tables.models import Event

    call_command("migrate", verbosity=0)
    person, table = set_up_tables()
    by_bots = Event.objects.filter(cause=Event.Cause.BOT)
    moves_before = by_bots.count()
    with running_workers(workers) as pids:
        while by_bots.count() < moves_before + workers:
            time.sleep(POLL_SECONDS)
        time.sleep(WARM_SECONDS)
        moves, began, spent, hot = by_bots.count(), time.monotonic(), cpu_seconds(pids), updates(connection)
        waits = sorted(answer_times(person, table, began + SECONDS))
        lasted, moves = time.monotonic() - began, by_bots.count() - moves
        spent = cpu_seconds(pids) - spent
        time.sleep(2)  # PostgreSQL's statistics lag by a second
        hot = [after - before for after, before in zip(updates(connection), hot, strict=True)]
    return {
        "database": connection.vendor, "workers": workers, "waits": waits, "rate": moves / lasted,
        "ms": 1e3 * spent / moves, "updates": hot[0] / moves, "hot": hot[1] / max(1, hot[0]),
    }  # fmt: skip


def set_up_tables() -> tuple[Any, Any]:
    """Tables of bots alone, all due, and one of a person against bots: the person and their table."""
    from django.conf import settings
    from django.utils import timezone

    from accounts.models import User
    from games.catalog import registry
    from games.tables.bots.substitutes import resign_seat
    from games.tables.models import Seat, Table
    from games.tables.services import seats
    from tests.many_tables import running_alike

    for name in ("MAX_OPEN_TABLES_HOSTED", "MAX_SEATS_PER_USER", "TABLE_RATE_PER_MINUTE", "MAX_SOLO_TABLES"):
        setattr(settings, name, {"account": 99_999, "guest": 99_999})
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(HOSTS)]
    titles = list(registry.list_metadata())
    for slug in titles:
        table = seats.create_quick_table(game_slug=slug, user_id=people[0].pk)
        resign_seat(public_id=table.public_id, user_id=people[0].pk)
        hosts = [people[n % HOSTS] for n in range(TABLES // len(titles) - 1)]
        running_alike(Table.objects.get(pk=table.pk), *hosts)
    Seat.objects.filter(act_at__isnull=False).update(act_at=timezone.now() - timedelta(seconds=5))
    person = User.objects.create_user("lone", name="Lone")
    return person, seats.create_quick_table(game_slug="lombard", user_id=person.pk)


@contextmanager
def running_workers(number: int) -> Iterator[list[int]]:
    """Start bot workers and return their process ids; a thread sends them jobs."""
    names = ["deadlines"] + ["bots"] * number
    running = [subprocess.Popen([sys.executable, "-m", "config.server.worker.main", name]) for name in names]
    try:
        yield [worker.pid for worker in running[1:]]
    finally:
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.wait(60)


def answer_times(person: Any, table: Any, until: float, **quick: Any) -> Iterator[float]:
    """Return the seconds until the person's bots answer, for each question; the person answers immediately.

    A finished match is followed by another, of Lombard unless `quick` (what `create_quick_table` takes) differs.
    """
    from games.engine.chance import Rng
    from games.tables.gameplay.moves import SubmittedMove, submit_move
    from games.tables.models import Event, Seat, Table
    from games.tables.services import seats
    from tests.matches import legal, new_key

    by_bots = Event.objects.filter(cause=Event.Cause.BOT)
    while time.monotonic() < until:
        asked_seats = list(Seat.objects.filter(table=table, question_seq__isnull=False))
        if any(seat.is_bot for seat in asked_seats):
            began, before = time.monotonic(), by_bots.filter(table=table).count()
            while by_bots.filter(table=table).count() == before and time.monotonic() < began + PATIENCE:
                time.sleep(POLL_SECONDS)
            yield time.monotonic() - began
        elif asked_seats:
            call = {"asked": asked_seats[0].question_seq, "user_id": person.pk, "key": new_key()}
            move = legal(table, asked_seats[0].number).sample(Rng(b"bench", new_key()))
            submit_move(table.public_id, submitted=SubmittedMove(move=move), **call)
        elif Table.objects.get(pk=table.pk).is_ended:
            table = seats.create_quick_table(**(quick or {"game_slug": "lombard", "user_id": person.pk}))


def cpu_seconds(pids: list[int]) -> float:
    """Spent by these processes so far; on SQLite that is the database's work, too."""
    lines = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(fields[11]) + int(fields[12]) for fields in lines) / HERTZ


def updates(connection: Any) -> tuple[int, int]:
    """Of seats on PostgreSQL: how many updates there were, and how many of them touched no index (HOT)."""
    if connection.vendor != "postgresql":
        return (0, 0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'tables_seat'")
        all_, hot = cursor.fetchone()
        return (all_, hot)


def show(measurements: dict[str, Any]) -> None:
    waits = measurements["waits"]
    share = (
        ", {updates:.1f} updates of seats, {hot:.0%} of them HOT".format(**measurements)
        if measurements["updates"]
        else ""
    )
    print(
        f"{measurements['database']}, workers: {measurements['workers']}."
        f" Person waits {statistics.median(waits):.2f} s, at most {waits[-1]:.2f} of {len(waits)} (aim: 2)."
        f" {measurements['rate']:.0f} moves/s; a move is {measurements['ms']:.1f} ms of CPU in workers{share}",
        flush=True,
    )


def reset_postgres() -> bool:
    """An empty database, or False where there is no server."""
    try:
        with psycopg.connect(POSTGRES + "postgres", autocommit=True, connect_timeout=3) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {NAME}")
    except psycopg.OperationalError:
        return False
    return True


def drop_postgres() -> None:
    with psycopg.connect(POSTGRES + "postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")


def main() -> None:
    """Run each measurement in a separate process and database."""
    kinds = os.environ.get("TEFUDA_BENCH_DATABASES", "sqlite postgresql").split()
    for kind in kinds:
        for workers in (1, 2):
            if kind == "postgresql" and not reset_postgres():
                print("PostgreSQL does not answer: left out")
                break
            with tempfile.TemporaryDirectory() as folder:
                url = POSTGRES + NAME if kind == "postgresql" else ""
                env = {**os.environ, "TEFUDA_DATA_DIR": folder, "DATABASE_URL": url, "REDIS_URL": ""}
                command = [sys.executable, "-m", "tests.bench.bots", str(workers)]
                completed = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
            show(json.loads(completed.stdout.splitlines()[-1]))
    if "postgresql" in kinds and reset_postgres():
        drop_postgres()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        print(json.dumps(run(int(sys.argv[1]))))
    else:
        main()
