"""After an update: is every acknowledged move in the log once, and does every match replay unchanged?

A separate program, because it reads the site's database: `main` reads receipts (JSON) from its standard input and
prints the faults.
"""

import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.core.management import CommandError, call_command

from games.engine.serialization.canonical_json import parse_json
from games.tables.models import Event, Table
from tests.chaos.logs import list_events


def main() -> None:
    receipts = json.load(sys.stdin)
    json.dump([*_check_moves(receipts), *_check_logs()], sys.stdout)


def _check_moves(receipts: dict[str, list[Any]]) -> Iterator[str]:
    """A sealed match's rows may have gone, and its record has requests by their hashes instead of keys."""
    logs = {table.public_id: list_events(table) for table in Table.objects.all()}
    times = Counter(Event.objects.exclude(key=None).values_list("key", flat=True))
    for key, (table, seq, digest) in receipts.items():
        logged_digest = logs[table][seq - 1].digest if seq <= len(logs[table]) else None
        if logged_digest != digest or times[key] > 1:
            yield f"{key}: acknowledged as {table} {seq} {digest}; found {logged_digest}, the key {times[key]} times"
    for public_id, events in logs.items():
        requests = Counter(parse_json(event.body)["data"].get("request") for event in events)
        if any(count > 1 for request, count in requests.items() if request):
            yield f"{public_id}: a move was played twice"


def _check_logs() -> Iterator[str]:
    for table in Table.objects.all():
        seqs = [event.seq for event in list_events(table)]
        if seqs != list(range(1, len(seqs) + 1)):
            yield f"{table}: a gap in the log"
    output = io.StringIO()
    try:
        ids = Table.objects.filter(status__in=("running", "finished")).values_list("public_id", flat=True)
        call_command("verify_matches", "--no-bots", *ids, stdout=output, stderr=output)
    except CommandError as problem:
        yield f"{problem}: {output.getvalue()}"
