"""The queue of bots: open questions and the leases of workers. It is stored in the seats, so no message can be lost.

A worker leases questions, if possible before their time. Tables where a person plays always come first, then tables
with bots only. Within each group, every host's oldest question comes before any host's second, so that a host with many
tables can't keep the others waiting. The number of rows read is bounded by a small multiple of those leased.
"""

from collections.abc import Sequence
from datetime import timedelta
from operator import attrgetter
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.tables.access import is_solo
from games.tables.bots.player import BotQuestion
from games.tables.errors import ConflictError
from games.tables.fair_order import order_by_hosts, read_both_ends
from games.tables.locked_table import locked_table, require_in_play
from games.tables.models import BotPriority, BotQueueAlert, Seat, Table

LATE_SECONDS = 1  # a bot this long past its time without a lease has been missed
READ_AHEAD = 4  # factor of rows read over rows leased, to find questions of different hosts
GAP_SECONDS = 15  # between two sweeps: the server itself was down, so no worker could have come
IN_PLAY = (BotPriority.PERSON_PLAYS, BotPriority.BOTS_ALONE)
UNLEASED = Q(leased_until__isnull=True) | Q(leased_until__lte=Now())  # no worker holds it


class BotTurn(NamedTuple):
    """An open question of a bot: its seat, the seconds until it is to be answered, and how many workers have tried.

    Also the table's host, whether only bots play there, and the level.
    """

    seat_pk: int
    question: BotQuestion
    wait: float
    tries: int = 0
    host_pk: int | None = None
    bots_alone: bool = False
    level: str = ""


def list_unleased_turns(limit: int, bots_alone_limit: int | None = None) -> list[BotTurn]:
    """List open bot questions without a lease, in the order to take them up, then as many that were tried before.

    At most 6 queries. Questions at tables with bots only are limited to `bots_alone_limit`.
    """
    turns = _list_in_turn(BotPriority.PERSON_PLAYS, limit)
    room = limit - sum(not turn.tries for turn in turns)
    if bots_alone_limit is not None:
        room = min(room, bots_alone_limit)
    return turns + _list_in_turn(BotPriority.BOTS_ALONE, room)


def _list_in_turn(priority: BotPriority, limit: int) -> list[BotTurn]:
    """List up to `limit` new questions, then up to `limit` that were tried before."""
    if limit <= 0:
        return []
    turns = sorted(_read_turns(priority, limit * READ_AHEAD), key=lambda turn: turn.wait)
    untried = order_by_hosts((turn for turn in turns if not turn.tries), attrgetter("host_pk"))
    tried = order_by_hosts((turn for turn in turns if turn.tries), attrgetter("host_pk"))
    return untried[:limit] + tried[:limit]


def _read_turns(priority: BotPriority, limit: int) -> list[BotTurn]:
    """Read up to `limit` turns from each end of a queue. 3 queries.

    Not joined with the tables, because PostgreSQL might then scan all running tables first.
    """
    waiting = Seat.objects.filter(UNLEASED, bot_priority=priority, act_at__isnull=False, question_seq__isnull=False)
    waiting = waiting.filter(bot_attempts__lt=settings.BOT_MAX_ATTEMPTS).exclude(bot_level="").annotate(clock=Now())
    columns = ("pk", "table_id", "number", "question_seq", "bot_attempts", "act_at", "clock", "bot_level")
    rows = read_both_ends(waiting.values_list(*columns), "act_at", limit)
    hosts = dict(Table.objects.in_play().filter(pk__in={row[1] for row in rows}).values_list("pk", "host_id"))
    alone = priority == BotPriority.BOTS_ALONE
    return [
        BotTurn(
            pk, BotQuestion(table_pk, number, seq), (due - clock).total_seconds(), tries, hosts[table_pk], alone, level
        )
        for pk, table_pk, number, seq, tries, due, clock, level in rows
        if table_pk in hosts
    ]


def lease_turns(turns: Sequence[BotTurn]) -> list[BotTurn]:
    """Lease these turns. Return those not leased by another worker: each turn goes to exactly one."""
    if not turns:
        return []
    longest = max(settings.BOT_SOLO_DELAY, *(turn.wait for turn in turns))  # among people, up to BOT_REPLY_DELAY_RANGE
    until = timezone.now() + timedelta(seconds=longest + settings.BOT_LEASE_TIMEOUT)
    with write_transaction():
        free = _free().filter(pk__in=[turn.seat_pk for turn in turns])
        locked = free.select_for_update(of=("self",), skip_locked=True, no_key=True)
        still = {(pk, number) for pk, number in locked.values_list("pk", "question_seq")}
        leased = [turn for turn in turns if (turn.seat_pk, turn.question.question_seq) in still]
        pks = [turn.seat_pk for turn in leased]
        Seat.objects.filter(pk__in=pks).update(leased_until=until, bot_attempts=F("bot_attempts") + 1)
        BotQueueAlert.objects.all().delete()  # a worker has come
    return leased


def release_turns(turns: Sequence[BotTurn]) -> None:
    """Return leases of a stopping worker for turns it has not played."""
    with write_transaction():
        held = Seat.objects.filter(
            pk__in=[turn.seat_pk for turn in turns], leased_until__isnull=False, bot_attempts__gt=0
        )
        held.update(leased_until=None, bot_attempts=F("bot_attempts") - 1)


def record_missing_worker() -> bool:
    """Record since when due bots have found no worker. Return whether there are such bots."""
    late = _free().filter(bot_priority__in=IN_PLAY, act_at__lte=Now() - timedelta(seconds=LATE_SECONDS))
    if not late.filter(bot_attempts__lt=settings.BOT_MAX_ATTEMPTS).exists():
        return False
    with write_transaction():
        BotQueueAlert.objects.filter(last_seen_at__lt=Now() - timedelta(seconds=GAP_SECONDS)).delete()
        BotQueueAlert.objects.bulk_create(
            [BotQueueAlert(pk=1, started_at=Now(), last_seen_at=Now())],
            update_conflicts=True, unique_fields=["pk"], update_fields=["last_seen_at"],
        )  # fmt: skip
    return True


def is_worker_missing() -> bool:
    """Return whether bots have found no worker at all for BOT_WATCHDOG_TIMEOUT."""
    since = Now() - timedelta(seconds=settings.BOT_WATCHDOG_TIMEOUT)
    return BotQueueAlert.objects.filter(started_at__lte=since).exists()


def _free() -> "QuerySet[Seat]":
    return (
        Seat.objects.in_play().filter(UNLEASED, act_at__isnull=False, question_seq__isnull=False).exclude(bot_level="")
    )


def fast_forward_bots(*, public_id: str, user_id: int | None) -> None:
    """Let the bots answer without a pause until the person is asked again.

    Raises a ServiceError unless the person is waiting and plays against bots only.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        if seat.question_seq is not None or not is_solo(session.seats):
            raise ConflictError("stale")
        if seat.act_at is None:
            seat.act_at = session.now
            session.mark_page_changed()
