"""The cost of waiting on one served site: delay of timeouts, size of a live stream, and delay of its news.

The site is the embedded default, in separate processes; spectators are threads of this one. Moves are made here
without the web, so that the moment of their commit is known. Run in a separate process:
`python -m tests.bench.waiting`. Prints one JSON object.
"""

import json
import os
import random
import selectors
import socket
import statistics
import threading
import time
from collections import defaultdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import django

from tests.time_travel import set_deadlines

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TABLES, STREAMS, WARM = 100, 1_000, 20
ROUNDS, SPREAD_SECONDS, LATEST_SECONDS = 3, 15.0, 60.0
MOVES, PAUSE_SECONDS, SETTLE_SECONDS = 300, 0.1, 3.0
Told = tuple[str, int]  # a table and its revision


class Watchers:
    """Open streams, and the time (monotonic seconds) of each message."""

    def __init__(self, site: str) -> None:
        address = urlsplit(site)
        self.address = (str(address.hostname), int(address.port or 80))
        self.selector = selectors.DefaultSelector()
        self.tables: dict[int, str] = {}  # by stream: what it is of
        self.told: dict[int, list[tuple[int, float]]] = defaultdict(list)  # by stream: revisions, and when
        self.count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def watch(self, public_id: str) -> None:
        """Open another stream, for a person and from a separate address."""
        from games.tables.live.publish import make_stream_token

        n = self.count = self.count + 1
        token = quote(make_stream_token(public_id, person=f"bench{n:07d}"))
        stream = socket.create_connection(self.address, timeout=30)
        come_from = f"10.1.{n // 250}.{n % 250 + 1}"
        request = (
            f"GET /live/?token={token} HTTP/1.1\r\nHost: {self.address[0]}\r\nX-Forwarded-For: {come_from}\r\n\r\n"
        )
        stream.sendall(request.encode())
        assert b" 200 " in stream.recv(4096).partition(b"\r\n")[0], "the site takes no more streams"
        stream.setblocking(False)
        self.tables[stream.fileno()] = public_id
        self.selector.register(stream, selectors.EVENT_READ)

    def _read(self) -> None:
        while True:
            for key, _ in self.selector.select(0.1):
                now, text = time.monotonic(), key.fileobj.recv(4096).decode()  # type: ignore[union-attr]
                for line in text.splitlines():
                    if line.startswith("data: "):
                        self.told[key.fd].append((json.loads(line[6:])["seq"], now))


def run(data: Path) -> dict[str, Any]:
    from tests.bench.memory import _pss
    from tests.bench.served import served

    with served(data) as (site, _):
        django.setup()
        tables = opened()
        late = timeouts(tables)
        watchers, web = Watchers(site), int((data / "run" / "web.pid").read_text())
        for table in tables[:WARM]:
            watchers.watch(table.public_id)
        time.sleep(SETTLE_SECONDS)
        before = _pss(web)
        for n in range(STREAMS):
            watchers.watch(tables[n % TABLES].public_id)
        time.sleep(SETTLE_SECONDS)
        each = (_pss(web) - before) * 1024 / STREAMS
        delays = pushes(tables, watchers)
        after = (_pss(web) - before) * 1024 / STREAMS
    return {"late": summarise(late), "streams": STREAMS, "kb": each, "kb_used": after, "delay": summarise(delays)}


def opened() -> list[Any]:
    """Running tables of two people each."""
    from django.conf import settings

    from accounts.models import User
    from tests.matches import running

    for name in ("MAX_OPEN_TABLES_HOSTED", "MAX_SEATS_PER_USER", "TABLE_RATE_PER_MINUTE", "TABLE_RATE_PER_DAY"):
        setattr(settings, name, {"account": 99_999, "guest": 99_999})
    people = [User.objects.create_user(f"waiting{n}", name=f"Waiting {n}") for n in range(20)]
    pairs = [(people[n % 20], people[(n + 1 + n // 20) % 20]) for n in range(TABLES)]
    return [running("dilemma", *pair, seats=2) for pair in pairs]


def timeouts(tables: list[Any]) -> list[float]:
    """Return the delay (seconds) of deadlines at random moments, from the log."""
    from django.utils import timezone

    from games.engine.serialization.canonical_json import parse_json
    from games.tables.models import Event, Seat

    of_clock = Event.objects.filter(table__in=tables, kind="move", cause="clock")
    for _ in range(ROUNDS):
        due, seats = of_clock.count(), list(Seat.objects.in_play().filter(table__in=tables, question_seq__isnull=False))
        for seat in seats:
            at = timezone.now() + timedelta(seconds=random.uniform(1, SPREAD_SECONDS))
            set_deadlines(Seat.objects.filter(pk=seat.pk, question_seq=seat.question_seq), at)
        until = time.monotonic() + LATEST_SECONDS
        while of_clock.count() < due + len(seats) and time.monotonic() < until:
            time.sleep(0.5)
    data = [parse_json(body)["data"] for body in of_clock.values_list("body", flat=True)]
    moments = [(datetime.fromisoformat(row["found"]), datetime.fromisoformat(row["deadline"])) for row in data]
    return [(found_at - deadline).total_seconds() for found_at, deadline in moments]


def pushes(tables: list[Any], watchers: Watchers) -> list[float]:
    """Return the ms from each move's commit until each stream of its table got the news. Missing news fails.

    Two moves in one message count as two.
    """
    committed = dict[Told, float]()
    while len(committed) < MOVES:
        committed |= _committed(random.choice(tables))
    time.sleep(SETTLE_SECONDS)
    return [
        (min(when for number, when in watchers.told[stream] if number >= rev) - at) * 1e3
        for (table, rev), at in committed.items()
        for stream, of in watchers.tables.items()
        if of == table
    ]


def _committed(table: Any) -> dict[Told, float]:
    """A move at that table, unless its match is over: its revision, and when it was committed."""
    from django.db import transaction

    from config.db.locking import write_transaction
    from games.engine.chance import Rng
    from games.tables.gameplay.moves import SubmittedMove, submit_move
    from tests.matches import fresh, legal, new_key, waiting

    if not (seats := waiting(table)):
        return {}
    at = seats[0]
    move, moments = legal(table, at.number).sample(Rng(b"bench", new_key())), list[float]()
    call = {"asked": at.question_seq, "user_id": at.user_id, "key": new_key(), "submitted": SubmittedMove(move=move)}
    with write_transaction():
        transaction.on_commit(lambda: moments.append(time.monotonic()))
        submit_move(table.public_id, **call)
    announcement = table.public_id, fresh(table).revision
    time.sleep(random.uniform(0, 2 * PAUSE_SECONDS))
    return {announcement: moments[0]}


def summarise(values: list[float]) -> dict[str, float]:
    values = sorted(values)
    return {"count": len(values), "median": statistics.median(values), "p99": values[int(len(values) * 0.99)],
            "most": values[-1]}  # fmt: skip


def show(measurements: dict[str, Any]) -> None:
    late, delay = measurements["late"], measurements["delay"]
    print("\nWaiting, on the embedded default: median, 99 %, most")
    print("  {median:6.2f} {p99:6.2f} {most:6.2f}  s that {count} timeouts were late".format(**late))
    print(
        "  {median:6.0f} {p99:6.0f} {most:6.0f}  ms from a move's commit to its event".format(**delay),
        f"at each stream of its table, of {measurements['streams']:,} (aim: 99 % at 150)",
    )
    print(
        f"  {measurements['kb']:6.1f} KB each stream when opened,"
        f" {measurements['kb_used']:.1f} after the moves (aim: 20)"
    )


if __name__ == "__main__":
    print(json.dumps(run(Path(os.environ["TEFUDA_DATA_DIR"]))))
