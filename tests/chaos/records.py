"""At the end every ended match is taken home, and checked there by a program that knows nothing of the site."""

import http.client
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games.tables.models import Seat, Table
from tests.chaos.people import Book
from tests.conftest import session_of
from tests.replays import record_checker

ENDED = (Table.Status.FINISHED, Table.Status.VOIDED)
MOST = 150  # so many are checked, newest first
CHECK_SECONDS = 60


def unsealed() -> bool:
    """Return whether an ended match has no record yet."""
    return Table.objects.filter(status__in=ENDED, record=None).exists()


def wrong_records(book: Book, port: int, folder: Path, correct_tables: list[str]) -> Iterator[str]:
    """Download the records as a player and check them with all receipts the players kept.

    Tables found correct are added to `correct_tables`.
    """
    if unsealed():
        yield f"{Table.objects.filter(status__in=ENDED, record=None).count()} ended matches have no record"
    receipts = defaultdict[str, list[str]](list)
    for table, _seq, digest in book.receipts.values():
        receipts[table].append(digest)
    for table in Table.objects.filter(status__in=ENDED, record__isnull=False).order_by("-ended_at")[:MOST]:
        status, text = _taken_home(table, port)
        if status != 200:
            yield f"{table}: its record can't be had ({status})"
            continue
        (folder / f"{table.public_id}.json").write_bytes(text)
        if wrong := checked(text, receipts[table.public_id]):
            yield f"{table}: its record is refused: {wrong}"
        else:
            correct_tables.append(table.public_id)


def _taken_home(table: Table, port: int) -> tuple[int, bytes]:
    seat = Seat.objects.filter(table=table, user__isnull=False).select_related("user").first()
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(seat.user)}" if seat and seat.user else ""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", f"/replays/{table.public_id}/record.json", headers={"Cookie": cookie})
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def checked(record: bytes, receipts: list[str]) -> str:
    """Return what is wrong with it; "" if nothing."""
    command = [sys.executable, "-I", str(record_checker.PATH), *receipts]
    completed = subprocess.run(command, input=record, capture_output=True, timeout=CHECK_SECONDS, check=False)
    return (
        "" if completed.returncode == 0 else (completed.stdout + completed.stderr).decode().strip() or "without a word"
    )
