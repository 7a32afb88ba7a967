"""A grown site: a million matches of 200,000 people in PostgreSQL, and the times of its lists and sweeps.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/tefuda_million python -m tests.bench.million [--share 0.1] [--keep]
        [--reads]

Creates the database (with --keep an existing one is reused), fills it by plain SQL in some minutes and 5 GB, and
prints for every page of the administration, for the people's lists and for everything the clock runs: the
milliseconds of a second visit, its queries, and the slowest of them. With --reads: which of the clock's queries, and
of searches without results, reads more than a tenth of a table; then it ends with status 1.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode, urlsplit, urlunsplit

import psycopg

MATCHES, PEOPLE = 1_000_000, 200_000
VISITS = 3
SLOW_MS = {"page": 150.0, "sweep": 20.0}
MUCH, LEAST_ROWS = 0.1, 500  # of a table's rows; a page of a hundred tables reads its 400 people
OF_THE_DAY = "moderation.detect_collusion"  # looks at all that ended within a day, as long as there is time


def main() -> None:
    parser = argparse.ArgumentParser(description="What a million matches cost.")
    parser.add_argument("--share", type=float, default=1.0, help="of a million")
    parser.add_argument("--keep", action="store_true", help="measure the database as it is")
    parser.add_argument("--reads", action="store_true", help="name what reads whole tables")
    parser.add_argument("--only", default="", help="what has this in its name")
    options = parser.parse_args()
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        sys.exit("DATABASE_URL has to name a PostgreSQL database of this bench's own.")
    if not (options.keep and exists(url)):
        create_database(url)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.bench.million_settings", "REDIS_URL": ""}
    import django

    django.setup()
    from tests.bench import million_base

    if not million_base.is_grown():
        million_base.grow(round(MATCHES * options.share), round(PEOPLE * options.share))
    measures = [measure for measure in [*pages(), *sweeps()] if options.only in " ".join(measure[:2])]
    if options.reads:
        sys.exit(
            show_reads(
                [
                    measure
                    for measure in measures
                    if measure[0] == "sweep" or "nobody" in measure[1] or "__gte" in measure[1]
                ]
            )
        )
    show(measures)


def exists(url: str) -> bool:
    name = urlsplit(url).path.strip("/")
    with psycopg.connect(urlunsplit(urlsplit(url)._replace(path="/postgres"))) as server:
        return bool(server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone())


def create_database(url: str) -> None:
    name = urlsplit(url).path.strip("/")
    if "million" not in name:
        sys.exit(f"{name}: only a database with 'million' in its name is made anew here.")
    with psycopg.connect(urlunsplit(urlsplit(url)._replace(path="/postgres")), autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        server.execute(f'CREATE DATABASE "{name}"')


Measured = tuple[str, str, Callable[[], object]]


def pages() -> Iterator[Measured]:
    """Every list of the administration, plain, searched, sorted and filtered, and the lists of a busy person."""
    from django.contrib import admin
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User

    staff, player = Client(), Client()
    staff.force_login(User.objects.get(username="operator"))
    player.force_login(User.objects.get(username="person1"))

    def page(client: Client, address: str) -> Callable[[], object]:
        def visit() -> None:
            answer = client.get(address, headers={"accept-language": "en"})
            turned = answer.status_code == 302 and "p=" in address  # there are not so many pages
            assert answer.status_code == 200 or turned, (address, answer.status_code)

        return visit

    for model, site in admin.site._registry.items():
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        yield "page", address, page(staff, address)
        if site.search_fields:
            for words in ("person17", "Person 4711", "nobody at all", "00000004d2"):
                yield "page", f"{address}?q={words}", page(staff, f"{address}?q={words.replace(' ', '+')}")
        for n, _column in enumerate(site.list_display if site.sortable_by != () else ()):
            yield "page", f"{address}?o={n + 1}", page(staff, f"{address}?o={n + 1}")
        yield "page", f"{address}?p=10", page(staff, f"{address}?p=10")
    for query in (
        "status=running", "status=finished", "status=voided", "title=lombard", "title=crown&status=open", "frozen=yes",
        "frozen=no", "visibility=private", "created_at__year=2026", today(),
    ):  # fmt: skip
        address = f"/admin/tables/table/?{query}"
        yield "page", address, page(staff, address)
    for query in ("is_guest__exact=1", "is_active__exact=0", "is_staff__exact=1", "language__exact=ja"):
        address = f"/admin/accounts/user/?{query}"
        yield "page", address, page(staff, address)
    for address in ("/admin/", "/admin/moderation/report/queue/", "/admin/tables/table/1234/change/"):
        yield "page", address, page(staff, address)
    for address in ("/", "/lobby/", "/history/", "/history/?who=Person+12", "/library/", "/library/?who=Person+12"):
        yield "page", f"player: {address}", page(player, address)


def today() -> str:
    """The list's filter of that name."""
    day = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return urlencode({"created_at__gte": day, "created_at__lt": day + timedelta(days=1)})


def sweeps() -> Iterator[Measured]:
    """Everything that runs by the clock, as the clock runs it."""
    from config.celery import app

    app.autodiscover_tasks(force=True)
    names = {entry["task"] for entry in app.conf.beat_schedule.values()}
    left_out = {
        "tables.play_bots",
        "monitoring.heartbeat",
        "server.heartbeat",
        "server.wal_checkpoint",
    }  # bots; no database
    for name in sorted(names - left_out):
        yield "sweep", name, app.tasks[name]


def show(measures: list[Measured]) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    print(f"{'ms':>8} {'queries':>7}  of it the slowest query")
    late = 0
    for kind, name, run in measures:
        run()
        times, slowest, count = [], ("", 0.0), 0
        for _ in range(VISITS):
            with CaptureQueriesContext(connection) as queries:
                start = time.perf_counter()
                run()
                times.append((time.perf_counter() - start) * 1000)
            count = len(queries)
            for query in queries.captured_queries:
                slowest = max(slowest, (query["sql"], float(query["time"]) * 1000), key=lambda entry: entry[1])
        took = statistics.median(times)
        late += took > SLOW_MS[kind]
        mark = "!" if took > SLOW_MS[kind] else " "
        print(f"{took:8.1f}{mark}{count:7}  {name}   {slowest[1]:.0f} ms: {slowest[0][:150]}", flush=True)
    print(f"\n{late} of {len(measures)} over {SLOW_MS['page']:.0f} ms (pages) or {SLOW_MS['sweep']:.0f} ms (sweeps)")


def show_reads(measures: list[Measured]) -> int:
    """1 if one of them reads much of a table, else 0."""
    from django.db import connection

    status, measures = 0, [measure for measure in measures if measure[1] != OF_THE_DAY]
    for _kind, _name, run in measures:  # what was due, and what is left for the next time
        run()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    for kind, name, run in measures:
        before = rows_read()
        run()
        for table, (rows, read) in rows_read().items():
            reads = read - before[table][1]
            if rows > LEAST_ROWS and reads > rows * MUCH:
                status = 1
                print(f"{kind} {name}: {reads} reads in the {rows} rows of {table}")
    return status


def rows_read() -> dict[str, tuple[int, int]]:
    """Of each table how many rows it has, and how many were read until now, one by one or by an index."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT t.relname, t.n_live_tup, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0)::bigint"
            " FROM pg_stat_user_tables t LEFT JOIN pg_stat_user_indexes i USING (relid) GROUP BY 1, 2, t.seq_tup_read"
        )
        return {name: (rows, read) for name, rows, read in cursor.fetchall()}


if __name__ == "__main__":
    main()
