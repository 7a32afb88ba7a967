"""The size of a match: with its rows, sealed with rows, sealed alone, and by table; and the speed of verification.

Run in a separate process: `python -m tests.bench.storage [alone]`, on SQLite or the PostgreSQL of DATABASE_URL. It
prints one JSON object. Two matches of each game, of the usual size, by two people and bots or by people alone, who
play as beginners' bots do and get notifications only in their lists. Sizes are of vacuumed files with all indexes.
Sizes by table are measured on many copies, so that half-empty pages don't matter.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from games.catalog import registry  # noqa: E402
from games.engine.chance import Rng  # noqa: E402
from games.engine.game import Simulator  # noqa: E402
from games.notifications.models import Notification  # noqa: E402
from games.notifications.outbox.fanout import decide_notifications  # noqa: E402
from games.replays.archive.services import archive_table, prune_events  # noqa: E402
from games.replays.models import TransparencyLogEntry  # noqa: E402
from games.replays.transparency_log import extend_log  # noqa: E402
from games.replays.verification.selectors import audit_table  # noqa: E402
from games.replays.verification.services import run_verification  # noqa: E402
from games.tables.models import Event, Table, new_public_id  # noqa: E402
from tests.matches import bot_play, fresh, running, state, submit, waiting  # noqa: E402

LEVEL, ROUNDS, COPIES = "beginner", 2, 20
ALONE = "alone" in sys.argv  # people, without bots


def run() -> dict[str, Any]:
    call_command("migrate", run_syncdb=True, verbosity=0)
    app.conf.update(broker_url="memory://", broker_transport_options={})
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(6)]
    empty, slugs = size(), list(registry.list_metadata())
    tables = [played(slug, people, alone=ALONE) for _ in range(ROUNDS) for slug in slugs]
    sizes = {"rows": size()}
    for table in tables:
        archive_table(table.pk)
        run_verification(table.pk)
    extend_log(10_000)
    Notification.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    decide_notifications(600)
    sizes["rows and record"] = size()
    verifying = {"with bots": seconds(tables, bots=True), "without": seconds(tables, bots=False)}
    prune_events(len(tables))
    sizes["record"] = size()
    packed = sum(len(table.archived_log.data) for table in map(fresh, tables) if table.archived_log)
    verifying["from records, without"] = seconds(tables, bots=False)
    before = sizes_by_table()
    for table in tables:
        for _ in range(COPIES):
            copy_match(table)
    after = sizes_by_table()
    growth = {name: (after[name] - before[name]) / COPIES / len(tables) for name in after if after[name] > before[name]}
    return {
        "events": sum(table.last_seq for table in tables) / len(tables),
        "bytes": {name: (whole - empty) / len(tables) for name, whole in sizes.items()},
        "packed": packed / len(tables),
        "left": dict(sorted(growth.items(), key=lambda entry: -entry[1])),
        "verifying": {name: 100 * spent / len(tables) for name, spent in verifying.items()},
    }


def played(slug: str, people: list[User], *, alone: bool) -> Table:
    """Play a match to its end, everyone playing as a bot would; by people `alone` or by two of them and bots."""
    meta, title = registry.list_metadata()[slug], registry.get_game(slug)
    seated = people[: meta.seats_default if alone else 2]
    table, rng = running(slug, *seated, seats=meta.seats_default, level=LEVEL), Rng(b"bench", slug)
    while seats := waiting(table):
        at = seats[0]
        if at.bot_level:
            bot_play(at)
        else:
            view, legal = title.view(state(table), at.number), title.rules.legal(state(table), at.number)
            submit(table, at, title.bots[LEVEL](view, legal, rng, Simulator(title, view)))
    return fresh(table)


def copy_match(table: Table) -> None:
    """All that is left of an ended match, once more."""
    copy = _copy(table, public_id=new_public_id(), invite_code=new_public_id())
    copy.save(force_insert=True)
    for relation in Table._meta.related_objects:
        model, field = relation.related_model, relation.field
        if isinstance(model, str) or model in (Event, Table):
            continue
        rows = model._default_manager.filter(**{field.name: table})
        model._default_manager.bulk_create([_copy(row, **{field.attname: copy.pk}) for row in rows])


def _copy(row: models.Model, **changed: Any) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    if isinstance(row, TransparencyLogEntry):
        changed["number"] = (TransparencyLogEntry.objects.aggregate(models.Max("number"))["number__max"] or 0) + 1
    elif (key := row._meta.pk) and key.attname not in changed:
        del values[key.attname]
    return type(row)(**values | changed)


def size() -> int:
    """Return the database's size in bytes, without free pages."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM FULL")
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(str(connection.settings_dict["NAME"])).stat().st_size


def sizes_by_table() -> dict[str, int]:
    """Bytes of each of our tables and of each table's indexes, on PostgreSQL; of all together on SQLite."""
    whole = size()
    if connection.vendor != "postgresql":
        return {"all": whole}
    sizes: dict[str, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        for name, rows, indexes in cursor.fetchall():
            sizes |= {name: rows, f"{name}, indexes": indexes}
    return {"all": sum(sizes.values()), **sizes}


def seconds(tables: list[Table], *, bots: bool) -> float:
    start = time.process_time()
    for table in Table.objects.select_related("seed").filter(pk__in=[table.pk for table in tables]):
        assert audit_table(table, bots=bots).is_ok
    return time.process_time() - start


if __name__ == "__main__":
    print(json.dumps(run()))
