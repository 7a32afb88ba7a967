"""Having ended tables verified: once when they are sealed, again when somebody asks. Never while a page waits.

The row says what is to do; the job may come twice, late or never, and the sweep gives it out again. A job that dies
three times is given up, and the page says so.

Other jobs wait in the same queue, so no more than a few verifications are in it at once, however many were asked for,
and none takes long; the rest wait in their rows.
"""

import logging
import time
from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.replays.audit.code_version import code_version
from games.replays.audit.report import NO, RECORD, AuditReport
from games.replays.models import Verification
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Record, Table

LEASE = timedelta(seconds=120)  # twice what a job may take
REPEAT_AFTER = timedelta(minutes=10)  # so long a result is not asked for again
TRIES = 3
MAX_QUEUED = 2  # in the queue
BOTS_SECONDS = 10  # then no more bots are asked again
logger = logging.getLogger(__name__)


def request_verification(*, public_id: str) -> None:
    """Have an ended table verified again. One that is waiting, or was done a moment ago, is left alone."""
    with locked_table(public_id) as session:
        if not session.table.is_ended:
            raise ConflictError("not-ended")
        row = Verification.objects.filter(table=session.table).first()
        if row and (row.leased_until or (row.finished_at and row.finished_at > session.now - REPEAT_AFTER)):
            return
        schedule_verification(session)


def schedule_verification(session: TableSession) -> None:
    """Note that a locked table is to be verified, and queue it; where enough wait there already, the sweep does.

    An earlier report stays until there is a new one.
    """
    room = _count_free_slots() > 0
    asked = {"requested_at": session.now, "leased_until": session.now + LEASE if room else session.now, "attempts": 0}
    Verification.objects.update_or_create(table=session.table, defaults=asked)
    if room:
        queue_on_commit("replays.verify", session.table.pk)


def run_verification(table_pk: int) -> bool:
    """Do a verification that was asked for. Says whether it did; a late job dies quietly."""
    to_do = Verification.objects.filter(table=table_pk, leased_until__isnull=False)
    now = timezone.now()
    with write_transaction():
        if not to_do.update(started_at=now, leased_until=now + LEASE, attempts=F("attempts") + 1):
            return False
    table = Table.objects.select_related("seed").get(pk=table_pk)
    until = time.monotonic() + BOTS_SECONDS
    try:
        report = audit_table(table, enough=lambda: time.monotonic() > until)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.error("the verification of %s failed: %s", table.public_id, type(problem).__name__)
        return False
    if report.verdict == NO:
        logger.error(
            "table %s does not agree with itself: manage.py verify_matches %s", table.public_id, table.public_id
        )
    now = timezone.now()
    done = {
        "report": report.to_dict(),
        "code_version": code_version(table.game_slug),
        "verified_sha256": get_verified_sha256(table, report),
    }
    with write_transaction():
        if done["verified_sha256"]:
            Table.objects.filter(pk=table_pk).update(prune_due_at=now)
        return bool(to_do.update(finished_at=now, leased_until=None, **done))


def get_verified_sha256(table: Table, report: AuditReport) -> str:
    """The hash of the record in which all was found to agree; "" if there is none, or something was left open."""
    if not report.is_ok or report.answers[-1].name != RECORD:
        return ""
    return Record.objects.values_list("sha256", flat=True).get(table=table)


def is_record_verified(table_pk: int) -> bool:
    """Whether this table's record is the one that was found to agree. 1 query."""
    return Record.objects.filter(table=table_pk, table__verification__verified_sha256=F("sha256")).exists()


def lease_waiting_verifications() -> list[int]:
    """The tables whose verification waits or got lost, as many as may be queued, leased anew.

    Who has had all its tries is given up.
    """
    lost = Verification.objects.filter(leased_until__lte=Now())
    if not lost.exists():
        return []
    now = timezone.now()
    with write_transaction():
        lost.filter(attempts__gte=TRIES).update(finished_at=now, leased_until=None, report=None)
        found = list(lost.order_by("leased_until").values_list("pk", flat=True)[: max(0, _count_free_slots())])
        Verification.objects.filter(pk__in=found).update(leased_until=now + LEASE)
    return found


def _count_free_slots() -> int:
    """How many more verifications may be queued. 1 query."""
    return MAX_QUEUED - Verification.objects.filter(leased_until__gt=Now()).count()
