"""Which bots are asked and by whom they are seen to. What is due stands in the seats, so no message can be lost.

A worker takes questions by lease, before their appointment where it can. Every host's oldest comes before anybody's
second, so that no one's many tables keep the others waiting.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Now, RowNumber
from django.utils import timezone

from config.db.locking import write_transaction
from games.tables.access import is_solo
from games.tables.bots.player import BotQuestion
from games.tables.errors import ConflictError
from games.tables.locked_table import locked_table, require_in_play
from games.tables.models import BotQueueAlert, Seat

LATE_SECONDS = 1  # a bot this long past its appointment that nobody has taken up has been missed
GAP_SECONDS = 15  # between two sweeps: the house itself stood still, and no worker could have come
UNLEASED = Q(leased_until__isnull=True) | Q(leased_until__lte=Now())  # nobody is at it


class BotTurn(NamedTuple):
    """An open question: the seat's key, in how many seconds it is to be answered, how often workers have tried."""

    seat_pk: int
    question: BotQuestion
    wait: float
    tries: int


def list_unleased_turns(limit: int) -> list[BotTurn]:
    """The bots that are asked and that nobody sees to, in the order in which they are to be taken up. 1 query."""
    rows = _unleased_turns(limit) if limit else ()
    return [
        BotTurn(pk, BotQuestion(table_pk, number, asked), (due_at - clock).total_seconds(), tries)
        for pk, table_pk, number, asked, tries, due_at, clock in rows
        if asked is not None and due_at is not None
    ]


def lease_turns(asked: Sequence[BotTurn]) -> list[BotTurn]:
    """Take their leases. Returns those nobody else took first: of many who try, exactly one gets each."""
    if not asked:
        return []
    longest = max(settings.BOT_SOLO_DELAY, *(one.wait for one in asked))  # among people up to BOT_REPLY_DELAY_RANGE
    until = timezone.now() + timedelta(seconds=longest + settings.BOT_LEASE_TIMEOUT)
    with write_transaction():
        free = _free().filter(pk__in=[one.seat_pk for one in asked])
        locked = free.select_for_update(of=("self",), skip_locked=True, no_key=True)
        still = {(pk, number) for pk, number in locked.values_list("pk", "question_seq")}
        taken = [one for one in asked if (one.seat_pk, one.question.asked) in still]
        pks = [one.seat_pk for one in taken]
        Seat.objects.filter(pk__in=pks).update(leased_until=until, bot_attempts=F("bot_attempts") + 1)
        BotQueueAlert.objects.all().delete()  # a worker has come
    return taken


def release_turns(taken: Sequence[BotTurn]) -> None:
    """A worker that ends leaves to others what it has taken and not played."""
    with write_transaction():
        held = Seat.objects.filter(
            pk__in=[one.seat_pk for one in taken], leased_until__isnull=False, bot_attempts__gt=0
        )
        held.update(leased_until=None, bot_attempts=F("bot_attempts") - 1)


def record_missing_worker() -> bool:
    """Whether a bot is due that no worker has taken up in time; notes since when that is so."""
    late = Now() - timedelta(seconds=LATE_SECONDS)
    if not _free().filter(act_at__lte=late, bot_attempts__lt=settings.BOT_MAX_ATTEMPTS).exists():
        return False
    with write_transaction():
        BotQueueAlert.objects.filter(last_seen_at__lt=Now() - timedelta(seconds=GAP_SECONDS)).delete()
        BotQueueAlert.objects.bulk_create(
            [BotQueueAlert(pk=1, started_at=Now(), last_seen_at=Now())],
            update_conflicts=True, unique_fields=["pk"], update_fields=["last_seen_at"],
        )  # fmt: skip
    return True


def is_worker_missing() -> bool:
    """Whether bots have waited in vain for BOT_WATCHDOG_TIMEOUT, not for their turn but for any worker at all."""
    since = Now() - timedelta(seconds=settings.BOT_WATCHDOG_TIMEOUT)
    return BotQueueAlert.objects.filter(started_at__lte=since).exists()


def _unleased_turns(limit: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    order = [F("act_at").asc(), F("pk").asc()]
    turn = Window(RowNumber(), partition_by=[F("table__host_id")], order_by=order)
    waiting = _free().filter(bot_attempts__lt=settings.BOT_MAX_ATTEMPTS).annotate(turn=turn, clock=Now())
    columns = ("pk", "table_id", "number", "question_seq", "bot_attempts", "act_at", "clock")
    return waiting.order_by("turn", "act_at", "pk").values_list(*columns)[:limit]


def _free() -> "QuerySet[Seat]":
    return (
        Seat.objects.in_play().filter(UNLEASED, act_at__isnull=False, question_seq__isnull=False).exclude(bot_level="")
    )


def fast_forward_bots(*, public_id: str, user_id: int | None) -> None:
    """Let the bots answer without a pause until the person is asked again.

    Raises a ServiceError unless that person waits, and plays against bots only.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        if seat.question_seq is not None or not is_solo(session.seats):
            raise ConflictError("stale")
        if seat.act_at is None:
            seat.act_at = session.now
            session.mark_page_changed()
