"""Which bots are due, and who sees to them.

There is no job per question: a nudge only says that something is due, and whoever gets it answers all there is. What
is due stands in the seats; so a lost nudge is made good by the next, and a thousand of them cost no more than one.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Now, RowNumber

from games.tables.bots import FREE, Question, bots_play
from games.tables.locking import write_transaction
from games.tables.models import BotCall, Seat, Table

BATCH = 10  # questions looked up at once, so that whoever is next in turn never waits for long
LATE_SECONDS = 1  # a bot this long past its appointment has been missed by its nudge
GAP_SECONDS = 15  # between two sweeps: the house itself stood still, and no worker could have come
_looked_at = 0.0  # when this process last saw to the bots, by the wall clock


def bots_drain(*, seconds: float, nudged_at: float = 0.0) -> bool:
    """Answer the bots that are due until none is left, or for about `seconds`. Says whether some are left.

    Does nothing if this process has looked since `nudged_at`: whatever that nudge was for has been seen.
    """
    global _looked_at
    stop_at = time.monotonic() + seconds
    if nudged_at < _looked_at <= time.time():
        return False
    while time.monotonic() < stop_at:
        _looked_at = time.time()
        fresh, again = bots_due(BATCH), bots_due(1, again=True)
        _call_answered()
        # What was tried before is played alone: should it have ended an earlier worker, it takes no others along.
        if not bots_play(fresh) + bots_play(again):
            return False  # nothing is due, or nothing can be done about it: the sweep calls again
    return True


def bots_due(limit: int, *, again: bool = False) -> list[Question]:
    """The bots whose time has come and whom nobody is seeing to; `again`: those a worker has tried in vain.

    Every host's oldest question comes before anybody's second, so that no one's many tables keep the others waiting.
    """
    tried = Q(tries__gt=0, tries__lt=settings.BOT_TRIES) if again else Q(tries=0)
    turn = Window(RowNumber(), partition_by=[F("table__host_id")], order_by=[F("due_at").asc(), F("pk").asc()])
    fair = _due().filter(tried).annotate(turn=turn).order_by("turn", "due_at")
    rows = fair.values_list("table_id", "number", "asked")[:limit]
    return [Question(table_pk, number, asked) for table_pk, number, asked in rows if asked is not None]


def bots_missed() -> bool:
    """Whether a bot is due that no worker has seen to in time; notes since when that is so."""
    late = Now() - timedelta(seconds=LATE_SECONDS)
    if not _due().filter(due_at__lte=late, tries__lt=settings.BOT_TRIES).exists():
        return False
    with write_transaction():
        BotCall.objects.filter(seen_at__lt=Now() - timedelta(seconds=GAP_SECONDS)).delete()
        BotCall.objects.bulk_create(
            [BotCall(pk=1, since=Now(), seen_at=Now())],
            update_conflicts=True, unique_fields=["pk"], update_fields=["seen_at"],
        )  # fmt: skip
    return True


def bots_forsaken() -> bool:
    """Whether bots have waited in vain for BOT_WATCHDOG_SECONDS, not for their turn but for any worker at all."""
    return BotCall.objects.filter(since__lte=Now() - timedelta(seconds=settings.BOT_WATCHDOG_SECONDS)).exists()


def _due() -> "QuerySet[Seat]":
    playing = Q(table__status=Table.Status.RUNNING, table__frozen_at=None)
    return Seat.objects.filter(FREE, playing, due_at__lte=Now(), asked__isnull=False).exclude(bot="")


def _call_answered() -> None:
    if BotCall.objects.exists():
        with write_transaction():
            BotCall.objects.all().delete()
