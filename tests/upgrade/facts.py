"""What readers of a site know of it, in words that outlive the names of models and fields."""

import json
import zipfile
from io import BytesIO
from typing import Any

from accounts.models import User
from accounts.services.data_export import build_export
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import parse_json
from games.replays import transparency_log
from games.replays.archive.export import get_record_text
from games.tables.models import Event, Result, Table
from tests.matches import waiting
from tests.social.chats import read


def read_facts() -> dict[str, Any]:
    return {
        "tables": {table.public_id: _read_table(table) for table in Table.objects.order_by("pk")},
        "people": {person.username: _read_downloads(person) for person in User.objects.order_by("pk")},
        "transparency log": [_shorten(line) for line in transparency_log.list_entries(1)],
    }


def _read_table(table: Table) -> dict[str, Any]:
    last, game, record = _read_log(table)
    people = [seat.user for seat in table.seats.select_related("user").order_by("number")]
    member = next((person for person in people if person), None)
    results = Result.objects.filter(table=table).select_related("user").order_by("pk")
    return {
        "game": game,
        "status": table.status,
        "last event": last[0],
        "digest": last[1],
        "record": record,
        "seats": [person and person.name for person in people],
        "to decide": [seat.number for seat in waiting(table)],
        "results": [[row.user.username, row.outcome, row.place, row.score] for row in results],
        "chat": read(table, member) if member else [],
    }


def _read_log(table: Table) -> tuple[tuple[int, str], str, str]:
    """Its last event's number and digest; its game; the record's hash, if it has one: then the rows may be gone."""
    if table.is_ended:
        text = get_record_text(table)
        record = parse_json(text)
        return (len(record["events"]), record["digest"]), record["title"], hash_text(text)
    rows = list(Event.objects.filter(table=table).order_by("pk"))
    first, last = parse_json(rows[0].body), parse_json(rows[-1].body)
    return (last["seq"], rows[-1].digest), first["data"]["title"], ""


def _read_downloads(person: User) -> dict[str, list[str]]:
    """Return each file of a person's data export as a list of values: their names aren't part of the history.

    Without the moves, which the tables' digests cover.
    """
    with zipfile.ZipFile(BytesIO(build_export(person))) as archive:
        names = [name for name in archive.namelist() if name != "moves.json"]
        return {name: sorted(_values(json.loads(archive.read(name)))) for name in names}


def _values(plain: Any) -> list[str]:
    if isinstance(plain, dict):
        plain = list(plain.values())
    if isinstance(plain, list):
        return [text for part in plain for text in _values(part)]
    return [json.dumps(plain, ensure_ascii=False)]


def _shorten(line: str) -> str:
    """Its number, its kind and the beginnings of its hashes."""
    return " ".join(word[:12] for word in line.split())
