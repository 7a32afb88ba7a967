"""The cost of a position of a long sealed match compared with its table's page, requested by a player.

Run in a separate process: `python -m tests.bench.replays`. Prints one JSON object: milliseconds of CPU (median) and
queries of both pages by game.
"""

import json
import os
import statistics
import time
from collections import defaultdict
from itertools import cycle
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from accounts.models import User  # noqa: E402
from games.engine.chance import Rng  # noqa: E402
from games.engine.serialization.canonical_json import dump_canonical, parse_json  # noqa: E402
from games.engine.serialization.json_patch import diff, patch  # noqa: E402
from games.replays.archive.services import archive_table  # noqa: E402
from games.social.chat.services import post_comment  # noqa: E402
from games.tables.access import get_table_access  # noqa: E402
from games.tables.models import Event, Position, Table  # noqa: E402
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY  # noqa: E402
from tests.bench.browser import Browser  # noqa: E402
from tests.bench.play import OPTIONS, SEATS  # noqa: E402
from tests.matches import fresh, play_on, running  # noqa: E402

EVENTS, WARM, ROUNDS = 2_000, 5, 30


def run() -> dict[str, Any]:
    """All titles' pages take turns, at another position each time."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(max(SEATS.values()))]
    reader, tables = Browser(people[0]), {slug: long_one(slug, people) for slug in SEATS}
    times: dict[str, dict[str, list[float]]] = {slug: defaultdict(list) for slug in tables}
    for turn in range(WARM + ROUNDS):
        for slug, table in tables.items():
            for kind, path in pages(table, EVENTS // 2 + 17 * turn).items():
                begin = time.process_time()
                assert reader.get(path).status == 200, path
                if turn >= WARM:
                    times[slug][kind].append(time.process_time() - begin)
    figures = {
        slug: {
            "ms": {kind: statistics.median(row) * 1e3 for kind, row in times[slug].items()},
            "queries": {kind: queries(reader, path) for kind, path in pages(table, EVENTS // 2).items()},
        }
        for slug, table in tables.items()
    }
    return {"events": EVENTS, "titles": figures}


def pages(table: Table, n: int) -> dict[str, str]:
    return {"table": f"/tables/{table.public_id}/", "replay": f"/replays/{table.public_id}/positions/{n}/"}


def queries(reader: Browser, path: str) -> int:
    with CaptureQueriesContext(connection) as context:
        reader.get(path)
    return len(context)


def long_one(slug: str, people: list[User]) -> Table:
    """A sealed match that goes on as it went until it is long enough, with a comment on it."""
    seats = SEATS[slug]
    table = running(slug, *people[:seats], seats=seats, options=OPTIONS.get(slug, {}))
    play_on(table, rng=Rng(b"bench", slug))
    prolong(table)
    archive_table(table.pk)
    access = get_table_access(table.public_id, people[0].pk)
    assert access is not None
    post_comment(access, people[0].pk, 1, "Here it begins.")
    return fresh(table)


def prolong(table: Table) -> None:
    """Repeat the first events again and again. Their digests form no chain."""
    rows = list(table.events.order_by("seq").values())
    frame, played = None, [row for row in rows if row["frame"]]
    steps = []
    for row in played:
        frame = parse_json(row["frame"]) if row["keyframe"] else patch(frame, parse_json(row["frame"]))
        steps.append((row, frame))
    events = []
    for n, (row, now) in zip(range(len(rows) + 1, EVENTS + 1), cycle(steps), strict=False):
        whole = n % FULL_SNAPSHOT_EVERY == 0
        text = dump_canonical(now if whole else diff(frame, now))
        events.append(Event(**row | {"id": None, "seq": n, "key": None, "frame": text, "keyframe": whole}))
        frame = now
    Event.objects.bulk_create(events)
    last = len(rows) + len(events)
    Table.objects.filter(pk=table.pk).update(last_seq=last)
    Position.objects.filter(pk=table.pk).update(seq=last)


if __name__ == "__main__":
    print(json.dumps(run()))
