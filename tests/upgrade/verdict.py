"""After an update: is every move that was acknowledged in the log once, and does every match play again as it was?

A program of its own, because it looks into the site's database: `main` reads receipts (JSON) from its standard input
and prints what is wrong.
"""

import io
import json
import sys
from collections import Counter
from collections.abc import Iterator

from django.core.management import CommandError, call_command

from games.tables.models import Event, Table


def main() -> None:
    receipts = json.load(sys.stdin)
    json.dump([*_check_moves(receipts), *_check_logs()], sys.stdout)


def _check_moves(receipts: dict[str, list[object]]) -> Iterator[str]:
    rows = Event.objects.exclude(key=None).values_list("key", "table__public_id", "seq", "digest")
    logged = {key: [table, seq, digest] for key, table, seq, digest in rows}
    times = Counter(key for key, *_ in rows)
    for key, receipt in receipts.items():
        if times[key] != 1 or logged[key] != receipt:
            yield f"{key} was acknowledged as {receipt}; it is in the log {times[key]} times, as {logged.get(key)}"


def _check_logs() -> Iterator[str]:
    for table in Table.objects.all():
        seqs = list(Event.objects.filter(table=table).order_by("seq").values_list("seq", flat=True))
        if seqs != list(range(1, len(seqs) + 1)):
            yield f"{table}: a gap in the log"
    said = io.StringIO()
    try:
        ids = Table.objects.filter(status__in=("running", "finished")).values_list("public_id", flat=True)
        call_command("verify_matches", "--no-bots", *ids, stdout=said, stderr=said)
    except CommandError as problem:
        yield f"{problem}: {said.getvalue()}"
