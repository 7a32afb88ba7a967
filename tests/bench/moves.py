"""Whole move requests (session, CSRF, lock, rules, log, fragment) beside the minimal Django move, on one database.

Run in a process of its own per database: `python -m tests.bench.moves`. Prints one JSON object with milliseconds.
"""

import json
import os
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Event, Position, Seat, Table  # noqa: E402
from games.tables import opening, seats  # noqa: E402
from tests.bench.browser import Browser  # noqa: E402
from tests.bench.minimal.models import Game  # noqa: E402

WARM, MEASURED, LONG = 20, 200, 5_000
CALM = {"draw": [("type", "draw")], "bid": [("type", "bid"), ("coins", "1")], "call": [("type", "call")]}


def run() -> dict[str, Any]:
    """Milliseconds per request: the minimal move, ours early in a log, ours after 5,000 events.

    The three take turns, so that whatever else the machine does falls on all of them alike.
    """
    call_command("migrate", run_syncdb=True, verbosity=0)
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(2)]
    ids, browsers = [person.pk for person in people], [Browser(person) for person in people]
    runners = {
        "minimal": minimal(browsers[0]),
        "after 10": ours(lambda: calm_table(ids), browsers),
        f"after {LONG}": ours(lambda: lengthened(calm_table(ids)), browsers),
    }
    times: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(WARM + MEASURED):
        for name, runner in runners.items():
            times[name].append(next(runner))
    return {"database": connection.vendor, **{name: summary(row) for name, row in times.items()}}


def minimal(browser: Browser) -> Iterator[float]:
    """The yardstick."""
    game = Game.objects.create()
    fields = [("game", str(game.pk)), ("text", "x" * 300)]
    while True:
        yield checked(*browser.post("/minimal/", fields))


def ours(new_table: Callable[[], Table], browsers: list[Browser]) -> Iterator[float]:
    """Two people at SdC Poker, nobody in a hurry: keep all cards, bid one, call; another match when one is over."""
    table = new_table()
    while True:
        seat = Seat.objects.filter(table=table, asked__isnull=False).order_by("number").first()
        if seat is None:
            table = new_table()
            continue
        question = [("asked", str(seat.asked)), ("key", f"bench-{seat.asked}-{seat.number}")]
        fields = question + calm_move(table, seat.number)
        yield checked(*browsers[seat.number].post(f"/t/{table.public_id}/move/", fields))


def calm_table(people: list[int]) -> Table:
    """A running table for two with coins for hundreds of stages."""
    table = opening.table_create(
        title_slug="sdc", host_id=people[0], options={"start_coins": 20}, seats=2, visibility=Table.Visibility.LINK
    )
    seats.seat_take(public_id=table.public_id, user_id=people[1])
    opening.table_start(public_id=table.public_id, user_id=people[0])
    return table


def calm_move(table: Table, seat: int) -> list[tuple[str, str]]:
    """The calm answer to a seat's question, as form fields."""
    from games import catalog
    from games.engine.codec import parse

    title = catalog.title(table.title)
    legal = title.rules.legal(title.read_state(parse(Position.objects.get(table=table).frame)), seat)
    return next(fields for kind, fields in CALM.items() if legal.of(kind))


def lengthened(table: Table) -> Table:
    """The table with its log stretched to 5,000 events by repeating the last one; only its length matters here."""
    table.refresh_from_db()
    last = Event.objects.get(table=table, seq=table.seq)
    frame = Position.objects.get(table=table).frame
    rows = [
        Event(table=table, seq=seq, kind="house", cause="house", body=last.body, digest=last.digest,
              keyframe=seq % 50 == 0, frame=frame if seq % 50 == 0 else "null", created_at=last.created_at)
        for seq in range(table.seq + 1, LONG + 1)
    ]  # fmt: skip
    Event.objects.bulk_create(rows, batch_size=500)
    Table.objects.filter(pk=table.pk).update(seq=LONG)
    return table


def checked(status: int, seconds: float) -> float:
    """The seconds of a request that succeeded; anything else ends the benchmark."""
    if status != 200:
        sys.exit(f"a move was answered with {status}")
    return seconds


def summary(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds, without the warm-up."""
    measured = sorted(times[WARM:])
    return {"median": statistics.median(measured) * 1e3, "p95": measured[int(len(measured) * 0.95)] * 1e3}


if __name__ == "__main__":
    print(json.dumps(run()))
