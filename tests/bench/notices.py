"""The rate at which several workers decide and send notifications, on the database of DATABASE_URL.

Run in a separate process: `python -m tests.bench.notices [workers]`. Prints one JSON object: notifications a second
of all workers together, and the CPU time of each in ms, for workers and PostgreSQL. On a busy machine only the CPU
time is meaningful. Mails go to a server in a separate process that accepts them all.
"""

import json
import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from games.notifications.models import Delivery, Notification, NotificationSettings  # noqa: E402
from games.notifications.outbox.dispatcher import deliver_notifications  # noqa: E402
from games.notifications.outbox.fanout import decide_notifications  # noqa: E402
from games.tables.models import Event, Position, Seat, Table, new_public_id  # noqa: E402
from tests.matches import running  # noqa: E402
from tests.people import confirmed  # noqa: E402

ANSWERED, OPEN, MAILED = 20_000, 2_000, 400
QUESTION = 1_000
FORK = multiprocessing.get_context("fork")
RECEIVED = """
from tests.notifications.servers import mail_server
with mail_server() as box:
    print(box.port, flush=True)
    input()
"""


def run(workers: int) -> dict[str, Any]:
    call_command("migrate", run_syncdb=True, verbosity=0)
    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.SITE_URL = "https://cards.example.org"
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(2)]
    table = running("lombard", *people, options={"target_coins": 32})
    figures: dict[str, Any] = {"database": connection.vendor, "workers": workers}
    _ask([table], people, ANSWERED)
    figures["answered"] = _measured(_decide, workers, ANSWERED)
    seats, readers = _copies(table, OPEN)
    _ask(seats, readers, OPEN)
    figures["open, in the list alone"] = _measured(_decide, workers, OPEN)
    Notification.objects.all().delete()
    _ask(seats, readers, OPEN)
    NotificationSettings.objects.bulk_create(
        NotificationSettings(user=reader, webhook=True, webhook_url="https://localhost/") for reader in readers
    )
    figures["open, told by a webhook"] = _measured(_decide, workers, OPEN)
    for several in (1, workers):
        Notification.objects.all().delete()
        NotificationSettings.objects.all().delete()
        for reader in readers[:MAILED]:
            reader.email, reader.email_turn_notifications = f"{reader.username}@example.org", True
            reader.save()
            confirmed(reader)
        _ask(seats[:MAILED], readers[:MAILED], MAILED)
        command, pipe = [sys.executable, "-c", RECEIVED], subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:
            assert server.stdout
            settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
            settings.EMAIL_PORT = int(server.stdout.readline())
            figures[f"mailed, by {several}"] = _measured(_deliver, several, MAILED)
            server.communicate("\n")
        assert Delivery.objects.filter(sent_at__isnull=False).count() == MAILED
    return figures


def _copies(table: Table, count: int) -> tuple[list[Table], list[User]]:
    """Create that many tables, each with a different person to move."""
    with transaction.atomic():
        readers = [User.objects.create_user(f"reader{n}", name=f"Reader {n}") for n in range(count)]
    tables = [_copy(table, public_id=new_public_id(), invite_code=new_public_id()) for _ in readers]
    Table.objects.bulk_create(tables)
    for model in (Seat, Position, Event):
        rows = list(model._default_manager.filter(table=table))
        model._default_manager.bulk_create(
            [_copy(row, table_id=copy.pk) for copy in tables for row in rows], batch_size=2_000
        )
    by_table = {copy.pk: reader for copy, reader in zip(tables, readers, strict=True)}
    seats = list(Seat.objects.filter(table__in=Table.objects.exclude(pk=table.pk), question_seq__isnull=False))
    for seat in seats:
        seat.user, seat.question_seq = by_table[seat.table_id], QUESTION
    Seat.objects.bulk_update(seats, ["user", "question_seq"], batch_size=500)
    return tables, readers


def _copy(row: models.Model, **changed: Any) -> Any:
    fields = row._meta.concrete_fields
    values = {field.attname: getattr(row, field.attname) for field in fields if field.name != "id"}
    return type(row)(**values | changed)


def _ask(tables: Sequence[Table], people: Sequence[User], count: int) -> None:
    """Create that many due questions, at these tables in turn; the first of each is the copies' open one."""
    due = timezone.now() - timedelta(minutes=1)
    Notification.objects.bulk_create(
        Notification(
            recipient=people[n % len(people)],
            table=tables[n % len(tables)],
            event_seq=QUESTION + n // len(tables),
            kind=Notification.Kind.YOUR_TURN,
            due_at=due,
        )
        for n in range(count)
    )


def _decide() -> None:
    while decide_notifications():
        pass


def _deliver() -> None:
    while deliver_notifications(1_000) or Delivery.objects.filter(attempts=0).exists():
        pass


def _measured(work: Callable[[], None], workers: int, count: int) -> dict[str, float]:
    """Return the rate per second and the CPU ms each, of that many processes that do this until nothing is left."""
    connection.close()
    begin, spent = FORK.Barrier(workers + 1), FORK.SimpleQueue()

    def worker() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        begin.wait()
        work()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        spent.put((usage.ru_utime + usage.ru_stime, _server_seconds()))

    processes = [FORK.Process(target=worker) for _ in range(workers)]
    for process in processes:
        process.start()
    begin.wait()
    began = time.perf_counter()
    cpu = [spent.get() for _ in processes]
    seconds = time.perf_counter() - began
    for process in processes:
        process.join()
    usage, server = (1e3 * sum(of_one[at] for of_one in cpu) / count for at in (0, 1))
    return {"a second": round(count / seconds), "ms": round(usage, 2), "ms of PostgreSQL": round(server, 2)}


def _server_seconds() -> float:
    """CPU of the server's process for this connection, if it is on this machine."""
    if connection.vendor != "postgresql":
        return 0.0
    stat = Path(f"/proc/{connection.connection.info.backend_pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]) if sys.argv[1:] else 2)))
