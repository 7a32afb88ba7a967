"""Analysing a seat's decisions: requested by a reader of the replay, computed in the background in short stretches.

The row describes the work. A worker leases it for some seconds, saves its results every other second, and returns it to
the end of the queue, so that a long match doesn't delay short ones. A lost job is due again when its lease is over, and
continues. Nothing is done twice: a worker that finds the lease changed stops.
"""

import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import User
from config.db.locking import lock_name, write_transaction
from config.db.on_commit import queue_on_commit
from config.db.unavailable import concerns_everyone
from games.catalog import registry
from games.engine.game import AnyGame
from games.replays.analysis.decisions import Decision, StoredEvent, list_decisions
from games.replays.analysis.rating import adviser_version, rate_decision
from games.replays.models import Analysis
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, LimitExceededError, NotFoundError
from games.tables.models import Event, Table
from games.tables.selectors.event_source import was_archived_meanwhile
from games.tables.services.quotas import get_limit, lock_person

LEASE = timedelta(seconds=90)  # more than a job may take
TRIES = 3  # in a row without a decision more
SAVE_SECONDS = 2
MAX_UNDER_WAY = 40  # on the whole site; each person one
MAX_UNDER_WAY_OF_GUESTS = 10  # of these
MAX_DECISIONS = 1_000  # of one match, the first ones: a match may be set up to go on for very long
A_DAY = timedelta(days=1)
_IS_OF_GUEST = Exists(User.objects.filter(pk=OuterRef("requested_by"), is_guest=True))
logger = logging.getLogger(__name__)


@write_transaction()
def request_analysis(access: TableAccess, seat: int, user_id: int) -> Analysis:
    """Have a seat of an ended table analysed. One that is under way, or was made by the present bots, is left alone.

    Raises a ServiceError. Limits per address are for the caller to check.
    """
    if not can_be_analysed(access.table):
        raise ConflictError("no-analysis")
    if not 0 <= seat < len(access.seats):
        raise NotFoundError("no-such-seat")
    lock_name("analyses")
    earlier = Analysis.objects.select_for_update().filter(table=access.table.pk, seat=seat).first()
    version = adviser_version(access.table.game_slug)
    if earlier and (
        earlier.is_under_way or (earlier.status == Analysis.Status.DONE and earlier.adviser_version == version)
    ):
        return earlier
    _require_room(user_id)
    now = timezone.now()
    fields: dict[str, Any] = {
        "status": Analysis.Status.WAITING, "requested_by_id": user_id, "requested_at": now, "leased_until": now,
        "finished_at": None, "attempts": 0, "total": None, "decisions": [], "adviser_version": version,
    }  # fmt: skip
    row, _made = Analysis.objects.update_or_create(table_id=access.table.pk, seat=seat, defaults=fields)
    queue_on_commit("replays.run_analyses")
    return row


def can_be_analysed(table: Table) -> bool:
    """Return whether it has ended after its start, and its game has an adviser."""
    if table.pk is None or not table.is_ended or table.started_at is None:
        return False
    return registry.get_game(table.game_slug).adviser is not None


def run_analyses(seconds: float) -> bool:
    """Work on due rows one by one, and begin none after that many seconds. Return whether more is due."""
    ends_at = time.monotonic() + seconds
    while (seconds_left := ends_at - time.monotonic()) > 0:
        row = lease_analysis()
        if row is None:
            return False
        run_analysis(row, seconds_left)
    return bool(_due().exists())


def lease_analysis() -> Analysis | None:
    """Lease the analysis that has been due for longest; None if none is due. Those that guests asked for come last.

    Analyses that have had all their tries are given up.
    """
    if not _due().exists():  # no need to queue for the lock
        return None
    with write_transaction():
        now = timezone.now()
        _due().filter(attempts__gte=TRIES).update(
            status=Analysis.Status.FAILED, finished_at=now, leased_until=None, decisions=[]
        )
        free = _due().select_for_update(skip_locked=True, no_key=True).annotate(is_of_guest=_IS_OF_GUEST)
        row: Analysis | None = free.order_by("is_of_guest", "leased_until", "pk").first()
        if row is None:
            return None
        row.leased_until, row.status = now + LEASE, Analysis.Status.RUNNING
        Analysis.objects.filter(pk=row.pk).update(
            leased_until=row.leased_until, status=row.status, attempts=F("attempts") + 1
        )
    return row


def run_analysis(row: Analysis, seconds: float) -> None:
    """Go on with a leased one for so long, or to its end."""
    try:
        _rate_decisions(_Progress(row), time.monotonic() + seconds)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.error("analysis %s of table %s failed: %s", row.pk, row.table_id, type(problem).__name__)
        _give_up(row)


def forget_requester(user_id: int) -> None:
    """A person deleted their account; others can still read what they asked for."""
    Analysis.objects.filter(requested_by=user_id).update(requested_by=None)


class _LostError(Exception):
    """Another worker has the lease now."""


class _Progress:
    """An analysis in progress. Saving requires the lease, and extends it."""

    def __init__(self, row: Analysis) -> None:
        self.row = row
        self.saved_at = time.monotonic()

    def save(self, total: int, **changes: Any) -> None:
        """Raises _LostError."""
        lease = changes.pop("leased_until", timezone.now() + LEASE)
        with write_transaction():
            leased = Analysis.objects.filter(pk=self.row.pk, leased_until=self.row.leased_until)
            fields = {"total": total, "decisions": self.row.decisions, "attempts": 0, "leased_until": lease}
            if not leased.update(**fields, **changes):
                raise _LostError
        self.row.leased_until, self.saved_at = lease, time.monotonic()

    @property
    def is_save_due(self) -> bool:
        return time.monotonic() - self.saved_at > SAVE_SECONDS


def _rate_decisions(progress: _Progress, until: float) -> None:
    row = progress.row
    table = Table.objects.get(pk=row.table_id)
    game = registry.get_game(table.game_slug)
    decisions = list_decisions(game, _read_events(table), row.seat)[:MAX_DECISIONS]
    try:
        for decision in decisions[len(row.decisions) :]:
            row.decisions.append(_rate(game, table, decision))
            if time.monotonic() > until:
                return progress.save(len(decisions), leased_until=timezone.now())
            if progress.is_save_due:
                progress.save(len(decisions))
        now = timezone.now()
        progress.save(len(decisions), status=Analysis.Status.DONE, finished_at=now, leased_until=None)
    except _LostError:
        logger.warning("analysis %s is somebody else's by now", row.pk)


def _rate(game: AnyGame, table: Table, decision: Decision) -> dict[str, Any]:
    """Return its stored result; if the adviser fails, that there is none."""
    try:
        return rate_decision(game, table.digest, decision)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.exception("no advice on event %s of table %s", decision.seq, table.public_id)
        return {"seq": decision.seq, "chapter": decision.chapter}


def _read_events(table: Table) -> Iterator[StoredEvent]:
    """From the record, or from the rows until there is one."""
    if sealed := table.archived_log:
        return (StoredEvent(event.body, event.frame, event.keyframe) for event in sealed.events())
    rows = list(Event.objects.filter(table=table).order_by("seq").values_list("body", "frame", "keyframe"))
    return _read_events(table) if was_archived_meanwhile(table) else (StoredEvent(*row) for row in rows)


def _due() -> Any:
    """By the clock that leases are set by: SQLite's knows milliseconds only, and would be behind it."""
    return Analysis.objects.filter(leased_until__lte=timezone.now())


def _give_up(row: Analysis) -> None:
    with write_transaction():
        Analysis.objects.filter(pk=row.pk, leased_until=row.leased_until).update(
            status=Analysis.Status.FAILED, finished_at=timezone.now(), leased_until=None, decisions=[]
        )


def _require_room(user_id: int) -> None:
    """Raises LimitExceededError. The caller has locked all other requests out."""
    is_guest = lock_person(user_id)
    requests = Analysis.objects.filter(requested_by=user_id)
    under_way = Analysis.objects.filter(status__in=Analysis.UNDER_WAY)
    if requests.filter(status__in=Analysis.UNDER_WAY).exists():
        raise LimitExceededError("analysis-under-way")
    limit = get_limit(settings.MAX_ANALYSES_PER_DAY, guest=is_guest)
    if requests.filter(requested_at__gt=timezone.now() - A_DAY).count() >= limit:
        raise LimitExceededError("too-many-analyses-per-day", {"limit": limit})
    if under_way.count() >= MAX_UNDER_WAY:
        raise LimitExceededError("too-many-analyses")
    if is_guest and under_way.filter(_IS_OF_GUEST).count() >= MAX_UNDER_WAY_OF_GUESTS:
        raise LimitExceededError("too-many-analyses")
