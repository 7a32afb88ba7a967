"""Bringing a record along: it is looked at while the page waits, and packed, checked and outlined by a job."""

import logging
import time
import zlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import F
from django.db.models.functions import Now
from django.forms.models import model_to_dict
from django.utils import timezone

from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.errors import BadPayload
from games.engine.hash_chain import text_hash
from games.engine.serialization.canonical_json import canonical, parse
from games.replays.audit.foreign_record import rows_in, table_in
from games.replays.audit.report import Report
from games.replays.audit.run import audited
from games.replays.imports.parser import EVENTS, SIZE, NoRecord, record_in
from games.replays.models import Brought
from games.replays.summary import outline_of
from games.tables.errors import Conflict, NotFound, Unprocessable
from games.tables.gameplay.enqueue import queue_on_commit
from games.tables.models import Table
from games.tables.storage.archived_log import packed

QUOTA = 20  # records per person
NAME_LENGTH = 40
SECONDS, BOTS_SECONDS = 60, 5  # that a check may take (the largest takes 15); then no more bots are asked
LEASE, TRIES, AT_ONCE = timedelta(seconds=120), 2, 2
Problem = Brought.Problem
T = TypeVar("T")
logger = logging.getLogger(__name__)


class TooLong(Exception):
    """The record takes longer than any honest one of its size."""


def record_bring(*, user_id: int, sent: bytes, names: str = "") -> str:
    """Keep a record, and have it checked. The same one once more is the same. Returns its public id.

    Raises Unprocessable for what is none, Conflict for who has enough of them.
    """
    if len(sent) > SIZE:
        raise Unprocessable("record-too-large", {"limit": SIZE // 1_000_000, "size": -(-len(sent) // 1_000_000)})
    try:
        record = record_in(sent.decode())
        text = canonical(record).encode()
    except (UnicodeError, NoRecord) as problem:
        code = str(problem) if isinstance(problem, NoRecord) else "not-json"
        raise Unprocessable(f"record-{code}", {"limit": EVENTS}) from None
    if record["title"] not in registry.metas():
        raise Unprocessable("record-other-title")
    sha256 = text_hash(text.decode())
    with write_transaction():
        known = Brought.objects.filter(bringer=user_id, sha256=sha256).first()
        if known is not None:
            return known.public_id
        if Brought.objects.filter(bringer=user_id).count() >= QUOTA:
            raise Conflict("record-quota", {"limit": QUOTA})
        row = Brought.objects.create(
            bringer_id=user_id, title=record["title"], names=_names(names, record["seats"]), sha256=sha256,
            text=zlib.compress(text), leased_until=timezone.now() + LEASE,
        )  # fmt: skip
        queue_on_commit("replays.verify_import", row.pk)
    return row.public_id


def record_shared(*, public_id: str, user_id: int, by_link: bool) -> None:
    """Its bringer says who may look. Raises NotFound for everybody else."""
    with write_transaction():
        Brought.objects.filter(pk=_own(public_id, user_id).pk).update(by_link=by_link)


def record_removed(*, public_id: str, user_id: int) -> None:
    """Its bringer wants it no more."""
    with write_transaction():
        _own(public_id, user_id).delete()


def records_forgotten(user_id: int) -> None:
    """Whoever goes takes along what they have brought."""
    Brought.objects.filter(bringer=user_id).delete()


def record_checked(pk: int) -> bool:
    """Pack, check and outline a record. Says whether it did; a late job dies quietly."""
    to_do = Brought.objects.filter(pk=pk, leased_until__isnull=False)
    with write_transaction():
        if not to_do.update(leased_until=timezone.now() + LEASE, tries=F("tries") + 1):
            return False
    row = to_do.get()
    try:
        found = _found(row)
    except BadPayload:
        found = {"problem": Problem.UNREADABLE}
    except TooLong:
        found = {"problem": Problem.TOO_LONG}
    except Exception as problem:  # whatever strange rows do to rules that trust their own
        logger.warning("a record brought along can't be checked: %s", type(problem).__name__)
        found = {"problem": Problem.FAILED}
    with write_transaction():
        return bool(to_do.update(leased_until=None, text=b"", **found))


def records_lost() -> list[int]:
    """The records whose job got lost, leased anew; who has had all its tries is given up."""
    lost = Brought.objects.filter(leased_until__lte=Now())
    if not lost.exists():
        return []
    with write_transaction():
        lost.filter(tries__gte=TRIES).update(leased_until=None, text=b"", problem=Problem.FAILED)
        pks = list(lost.values_list("pk", flat=True)[:AT_ONCE])
        Brought.objects.filter(pk__in=pks).update(leased_until=timezone.now() + LEASE)
    return pks


def _own(public_id: str, user_id: int) -> Brought:
    row = Brought.objects.filter(public_id=public_id, bringer=user_id).first()
    if row is None:
        raise NotFound("no-such-table")
    return row


def _names(text: str, seats: int) -> list[str]:
    lines = ["".join(sign for sign in line if sign.isprintable()).strip() for line in text.splitlines()[:seats]]
    return [line[:NAME_LENGTH] for line in lines] + [""] * (seats - len(lines))


def _found(row: Brought) -> dict[str, Any]:
    record = parse(zlib.decompress(bytes(row.text)).decode())
    until = time.monotonic() + SECONDS
    data, lengths = packed(record | {"events": _Timed(record["events"], until)})
    report = record_audited(record, until)
    done = {"data": data, "lengths": lengths, "report": report.plain()}
    try:
        table = Table(title=row.title)
        outline = model_to_dict(outline_of(table, _in_time(record["events"], until)), exclude=["table"])
    except TooLong:
        raise
    except Exception:  # of events that our rules know nothing of
        return done
    return done | {"outline": outline}


def record_audited(record: dict[str, Any], until: float) -> Report:
    """The audit of a record alone. Raises TooLong."""
    rows = rows_in(record)
    return audited(
        table_in(record, rows), _in_time(rows, until), enough=lambda: time.monotonic() > until - SECONDS + BOTS_SECONDS
    )


def _in_time(items: Iterable[T], until: float) -> Iterator[T]:
    for item in items:
        if time.monotonic() > until:
            raise TooLong
        yield item


class _Timed(list[Any]):
    """A list that is gone through in time, or not at all."""

    def __init__(self, items: list[Any], until: float) -> None:
        super().__init__(items)
        self.until = until

    def __iter__(self) -> Iterator[Any]:
        return _in_time(super().__iter__(), self.until)
