"""What a match weighs in SQLite: with its rows, sealed beside them, sealed alone; and how fast it is verified.

Run in a process of its own: `python -m tests.bench.storage`. Prints one JSON object. One match of each title, of the
usual size, by people who play as beginners' bots do; sizes are those of the vacuumed file.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from games.catalog import registry  # noqa: E402
from games.engine.chance import Rng  # noqa: E402
from games.engine.game import Simulator  # noqa: E402
from games.notifications.models import Notification  # noqa: E402
from games.notifications.outbox.fanout import decide_notifications  # noqa: E402
from games.replays.archive.services import archive_table, prune_events  # noqa: E402
from games.replays.verification.selectors import audit_table  # noqa: E402
from games.replays.verification.services import run_verification  # noqa: E402
from games.tables.models import Table  # noqa: E402
from tests.matches import bot_play, fresh, running, state, submit, waiting  # noqa: E402

LEVEL, ROUNDS = "beginner", 2


def run() -> dict[str, Any]:
    call_command("migrate", run_syncdb=True, verbosity=0)
    app.conf.update(broker_url="memory://", broker_transport_options={})
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(2)]
    empty, slugs = size(), list(registry.list_metadata())
    tables = [played(slug, people) for _ in range(ROUNDS) for slug in slugs]
    sizes = {"rows": size()}
    for table in tables:
        archive_table(table.pk)
        run_verification(table.pk)
    Notification.objects.update(due_at=timezone.now())
    while Notification.objects.filter(due_at__isnull=False).exists():
        decide_notifications()
    sizes["rows and record"] = size()
    verifying = {"with bots": seconds(tables, bots=True), "without": seconds(tables, bots=False)}
    prune_events(len(tables))
    sizes["record"] = size()
    packed = sum(len(table.archived_log.data) for table in map(fresh, tables) if table.archived_log)
    verifying["from records, without"] = seconds(tables, bots=False)
    return {
        "events": sum(table.last_seq for table in tables) / len(tables),
        "bytes": {name: (whole - empty) / len(tables) for name, whole in sizes.items()},
        "packed": packed / len(tables),
        "verifying": {name: 100 * spent / len(tables) for name, spent in verifying.items()},
    }


def played(slug: str, people: list[User]) -> Table:
    """A match to its end, everybody playing as a bot would."""
    meta, title = registry.list_metadata()[slug], registry.get_game(slug)
    table, rng = running(slug, *people, seats=meta.seats_default, level=LEVEL), Rng(b"bench", slug)
    while asked := waiting(table):
        at = asked[0]
        if at.bot_level:
            bot_play(at)
        else:
            view, legal = title.view(state(table), at.number), title.rules.legal(state(table), at.number)
            submit(table, at, title.bots[LEVEL](view, legal, rng, Simulator(title, view)))
    return fresh(table)


def size() -> int:
    """Of the database, in bytes, without what is free in it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(str(connection.settings_dict["NAME"])).stat().st_size


def seconds(tables: list[Table], *, bots: bool) -> float:
    start = time.process_time()
    for table in Table.objects.select_related("seed").filter(pk__in=[table.pk for table in tables]):
        assert audit_table(table, bots=bots).is_ok
    return time.process_time() - start


if __name__ == "__main__":
    print(json.dumps(run()))
