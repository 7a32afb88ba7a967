"""Import of records: validated during the request; packed, checked and summarized by a job."""

import logging
import time
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import F
from django.db.models.functions import Now
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.translation import get_language

from accounts.names.public_names import clean_public_name
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.catalog import registry
from games.engine.errors import InvalidPayloadError
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.rendering.seats import bot_name
from games.replays.archive.export import is_record_of
from games.replays.audit.foreign_record import parse_event_rows, parse_table_row
from games.replays.audit.report import AuditReport
from games.replays.audit.run import run_audit
from games.replays.imports.parser import MAX_BYTES, MAX_EVENTS, InvalidRecordError, decode_record, parse_record
from games.replays.imports.practice import build_practice_record
from games.replays.models import ImportedMatch
from games.replays.summary import summarize_match
from games.tables.access import get_table_access
from games.tables.errors import ConflictError, NotFoundError, UnprocessableError
from games.tables.models import Table
from games.tables.services.quotas import lock_person
from games.tables.storage.archived_log import pack_record

MAX_IMPORTS = 20  # records per person
NAME_LENGTH = 40
SECONDS, BOTS_SECONDS = 60, 5  # time limits for a check (the largest takes 15), and for checking bots
LEASE, TRIES, BATCH_SIZE = timedelta(seconds=120), 2, 2
Problem = ImportedMatch.Problem
T = TypeVar("T")
logger = logging.getLogger(__name__)


class CheckTimeoutError(Exception):
    """The record takes longer to check than any genuine one of its size."""


def import_record(*, user_id: int, sent: bytes, names: str = "") -> str:
    """Store a record and queue its check. Return its public id. Uploading the same record twice stores it once.

    The unchanged record of a match that this user may see here isn't stored: the match's own id is returned.

    Raises UnprocessableError for an invalid record, ConflictError if the user has too many.
    """
    if len(sent) > MAX_BYTES:
        raise UnprocessableError(
            "record-too-large", {"limit": MAX_BYTES // 1_000_000, "size": -(-len(sent) // 1_000_000)}
        )
    try:
        record = parse_record(decode_record(sent))
        text = dump_canonical(record).encode()
    except (UnicodeError, InvalidRecordError) as problem:
        code = str(problem) if isinstance(problem, InvalidRecordError) else "not-json"
        raise UnprocessableError(f"record-{code}", {"limit": MAX_EVENTS}) from None
    if record["title"] not in registry.list_metadata():
        raise UnprocessableError("record-other-title")
    sha256 = hash_text(text.decode())
    if is_record_of(record["table"], sha256) and get_table_access(record["table"], user_id) is not None:
        return str(record["table"])
    with write_transaction():
        lock_person(user_id)
        existing = ImportedMatch.objects.filter(owner=user_id, sha256=sha256).first()
        if existing is not None:
            return existing.public_id
        if ImportedMatch.objects.filter(owner=user_id).count() >= MAX_IMPORTS:
            raise ConflictError("record-quota", {"limit": MAX_IMPORTS})
        row = ImportedMatch.objects.create(
            owner_id=user_id, game=record["title"], names=_names(names, record["seats"]), sha256=sha256,
            upload=zlib.compress(text), leased_until=timezone.now() + LEASE,
        )  # fmt: skip
        queue_on_commit("replays.verify_import", row.pk)
    return row.public_id


def clean_seat_names(text: str) -> str:
    """Clean the names typed for the seats, one per line. Raise UnprocessableError."""
    limit = max(meta.seats_max for meta in registry.list_metadata().values())
    try:
        lines = [clean_public_name(line, NAME_LENGTH) if line.strip() else "" for line in text.splitlines()[:limit]]
    except ValidationError as problem:
        raise UnprocessableError("record-names", {"why": problem.messages[0]}) from None
    return "\n".join(lines)


def import_practice(*, person: Any, saved: str, at: str) -> str:
    """Import a practice match saved by a browser, played until `at` (milliseconds since 1970).

    Raises UnprocessableError if it is malformed, has not ended, or breaks the rules.
    """
    try:
        milliseconds = min(int(at), int(timezone.now().timestamp() * 1000))
        record = build_practice_record(saved, datetime.fromtimestamp(milliseconds / 1000, UTC))
    except (InvalidPayloadError, ValueError, OverflowError, OSError):
        raise UnprocessableError("record-practice") from None
    bots = [bot_name(seat, get_language() or "en") for seat in range(1, record["seats"])]
    sent = dump_canonical(record).encode()
    return import_record(user_id=person.pk, sent=sent, names="\n".join((str(person), *bots)))


def set_import_sharing(*, public_id: str, user_id: int, by_link: bool) -> None:
    """Set whether anyone with the link may see the record. Raises NotFoundError unless the user is the uploader."""
    with write_transaction():
        ImportedMatch.objects.filter(pk=_own(public_id, user_id).pk).update(is_link_shared=by_link)


def delete_import(*, public_id: str, user_id: int) -> None:
    """Delete an imported record. Raises NotFoundError unless the user is the uploader."""
    with write_transaction():
        _own(public_id, user_id).delete()


def delete_user_imports(user_id: int) -> None:
    """Delete all imports of an account."""
    ImportedMatch.objects.filter(owner=user_id).delete()


def verify_import(pk: int) -> bool:
    """Pack, check and summarize a record. Return whether it was still to do."""
    to_do = ImportedMatch.objects.filter(pk=pk, leased_until__isnull=False)
    with write_transaction():
        if not to_do.update(leased_until=timezone.now() + LEASE, attempts=F("attempts") + 1):
            return False
    row = to_do.get()
    try:
        outcome = _check_import(row)
    except InvalidPayloadError:
        outcome = {"problem": Problem.UNREADABLE}
    except CheckTimeoutError:
        outcome = {"problem": Problem.TOO_LONG}
    except Exception as problem:  # invalid data can break rules that trust their own
        logger.warning("a record brought along can't be checked: %s", type(problem).__name__)
        outcome = {"problem": Problem.FAILED}
    with write_transaction():
        return bool(to_do.update(leased_until=None, upload=b"", **outcome))


def lease_lost_imports() -> list[int]:
    """Lease records whose job got lost. Those without remaining attempts are marked as failed."""
    expired = ImportedMatch.objects.filter(leased_until__lte=Now())
    if not expired.exists():
        return []
    with write_transaction():
        expired.filter(attempts__gte=TRIES).update(leased_until=None, upload=b"", problem=Problem.FAILED)
        pks = list(expired.values_list("pk", flat=True)[:BATCH_SIZE])
        ImportedMatch.objects.filter(pk__in=pks).update(leased_until=timezone.now() + LEASE)
    return pks


def _own(public_id: str, user_id: int) -> ImportedMatch:
    row = ImportedMatch.objects.filter(public_id=public_id, owner=user_id).first()
    if row is None:
        raise NotFoundError("no-such-table")
    return row


def _names(text: str, seats: int) -> list[str]:
    lines = ["".join(sign for sign in line if sign.isprintable()).strip() for line in text.splitlines()[:seats]]
    return [line[:NAME_LENGTH] for line in lines] + [""] * (seats - len(lines))


def _check_import(row: ImportedMatch) -> dict[str, Any]:
    record = parse_json(zlib.decompress(bytes(row.upload)).decode())
    until = time.monotonic() + SECONDS
    data, lengths = pack_record(record | {"events": _TimedList(record["events"], until)})
    report = audit_record(record, until)
    checked = {"data": data, "block_lengths": lengths, "report": report.to_dict()}
    try:
        table = Table(game_slug=row.game)
        outline = model_to_dict(summarize_match(table, _iter_until(record["events"], until)), exclude=["table"])
    except CheckTimeoutError:
        raise
    except Exception:  # events unknown to our rules
        return checked
    return checked | {"summary": outline}


def audit_record(record: dict[str, Any], until: float) -> AuditReport:
    """Audit a record without a table. Raises CheckTimeoutError."""
    rows = parse_event_rows(record)
    return run_audit(
        parse_table_row(record, rows),
        _iter_until(rows, until),
        enough=lambda: time.monotonic() > until - SECONDS + BOTS_SECONDS,
    )


def _iter_until(items: Iterable[T], until: float) -> Iterator[T]:
    for item in items:
        if time.monotonic() > until:
            raise CheckTimeoutError
        yield item


class _TimedList(list[Any]):
    """A list whose iteration raises CheckTimeoutError after the time limit."""

    def __init__(self, items: list[Any], until: float) -> None:
        super().__init__(items)
        self.until = until

    def __iter__(self) -> Iterator[Any]:
        return _iter_until(super().__iter__(), self.until)
