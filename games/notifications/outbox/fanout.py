"""Deciding what becomes of notices that are due: one row for each of the recipient's channels, or nothing.

Nothing where the question is answered, or its person has the table in view. Whoever then doesn't answer is reminded
once, when three quarters of the time are over.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Max
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.channels import MAIL, ChannelTarget, get_chosen_channels
from games.notifications.models import Delivery, Notice
from games.notifications.presence import get_present
from games.tables.access import is_solo
from games.tables.live.presence import Fetch
from games.tables.models import Seat

LIMIT = 100  # notices per run
SLACK = timedelta(seconds=5)
QuestionKey = tuple[int, int]  # keys of table and person


class FanoutContext(NamedTuple):
    """What the fate of some notices depends on."""

    now: datetime
    open_questions: Mapping[QuestionKey, Seat]  # what people are asked at present
    awaited_reveals: set[QuestionKey]  # whose part of a shuffle is awaited
    solo_tables: set[int]  # tables where nobody waits
    asked_at: Mapping[tuple[int, int, int], datetime]  # when a question, by table, person, seq, was put
    present: set[Fetch]
    channels: Mapping[int, list[ChannelTarget]]
    mailed_at: Mapping[int, datetime]  # when somebody last got a letter, if lately


def decide_notifications() -> int:
    """Decide what is due. Returns how many notices are to be told.

    Nobody can act at a frozen table, so its notices wait until it is thawed.
    """
    due = Notice.objects.filter(due_at__lte=Now(), table__frozen_at=None)
    if not due.exists():  # no need to queue for the lock
        return 0
    with write_transaction():
        locked = due.select_related("table", "recipient").order_by("due_at", "pk")
        notices = list(locked.select_for_update(of=("self",), skip_locked=True, no_key=True)[:LIMIT])
        around = _load_context(notices)
        reminders, deliveries = list[Notice](), list[Delivery]()
        for notice in notices:
            notice.due_at, notice.fate = _decide(notice, around)
            deliveries += _deliveries(notice, around)
            reminders += _reminder(notice, around)
        Notice.objects.bulk_update(notices, ["due_at", "fate"])
        Notice.objects.bulk_create(reminders, ignore_conflicts=True)
        Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return sum(notice.fate == Notice.Fate.TOLD for notice in notices)


def _load_context(notices: Sequence[Notice]) -> FanoutContext:
    people = {notice.recipient_id for notice in notices}
    seats = list(Seat.objects.filter(table__in={notice.table_id for notice in notices}))
    at_table: dict[int, list[Seat]] = {}
    for seat in seats:
        at_table.setdefault(seat.table_id, []).append(seat)
    reminded = [notice for notice in notices if notice.kind == Notice.Kind.REMINDER]
    first = Notice.objects.filter(kind=Notice.Kind.YOUR_TURN, recipient__in={one.recipient_id for one in reminded})
    put = first.filter(table__in={one.table_id for one in reminded}) if reminded else Notice.objects.none()
    lately = timezone.now() - _digest_pause()
    letters = Delivery.objects.filter(channel=MAIL, recipient__in=people, sent_at__gt=lately, notice__isnull=False)
    return FanoutContext(
        now=timezone.now(),
        awaited_reveals={
            (notice.table_id, s.user_id)
            for notice in notices
            if notice.table.open_until is not None
            for s in at_table.get(notice.table_id, ())
            if s.user_id and not s.phrase
        },
        open_questions={
            (s.table_id, s.user_id): s for s in seats if s.user_id and s.asked is not None and not s.is_bot
        },
        solo_tables={pk for pk, of_table in at_table.items() if is_solo(of_table)},
        asked_at={(t, p, seq): at for t, p, seq, at in put.values_list("table", "recipient", "seq", "created_at")},
        present=get_present({notice.table.public_id for notice in notices}),
        channels=get_chosen_channels(people),
        mailed_at=dict(letters.values_list("recipient").annotate(Max("sent_at"))),
    )


def _decide(notice: Notice, around: FanoutContext) -> tuple[datetime | None, Notice.Fate]:
    """When it is due again (None: never), and its fate."""
    seat = _get_asked_seat(notice, around)
    if not _is_still_due(notice, seat, around):
        return None, Notice.Fate.ANSWERED
    if notice.kind == Notice.Kind.REMINDER:
        at = _remind_at(seat, _put_at(notice, around))
        if at is None:  # the clock has been taken away
            return None, Notice.Fate.ANSWERED
        if at > around.now + SLACK:  # the deadline has been moved back
            return at, Notice.Fate.WAITING
    if (notice.table.public_id, notice.recipient.public_id) in around.present:
        return None, Notice.Fate.LOOKING
    return None, Notice.Fate.TOLD if around.channels[notice.recipient_id] else Notice.Fate.NOBODY


def _is_still_due(notice: Notice, seat: Seat | None, around: FanoutContext) -> bool:
    """Whether there still is something to tell."""
    if notice.kind == Notice.Kind.OPENING:
        return (notice.table_id, notice.recipient_id) in around.awaited_reveals
    return notice.kind in Notice.OVER or seat is not None


def _get_asked_seat(notice: Notice, around: FanoutContext) -> Seat | None:
    """The seat that still has this very question to answer."""
    seat = around.open_questions.get((notice.table_id, notice.recipient_id))
    return seat if seat is not None and seat.asked == notice.seq else None


def _put_at(notice: Notice, around: FanoutContext) -> datetime:
    return around.asked_at.get((notice.table_id, notice.recipient_id, notice.seq), notice.created_at)


def _remind_at(seat: Seat | None, put_at: datetime) -> datetime | None:
    """When a quarter of the time is left; None without a deadline."""
    return None if seat is None or seat.deadline is None else seat.deadline - (seat.deadline - put_at) / 4


def _reminder(notice: Notice, around: FanoutContext) -> Iterable[Notice]:
    """The question's one reminder, unless nobody waits for the answer or it would come with the notice itself."""
    at = _remind_at(_get_asked_seat(notice, around), notice.created_at)
    if notice.kind != Notice.Kind.YOUR_TURN or at is None or at <= around.now or notice.table_id in around.solo_tables:
        return
    yield Notice(
        recipient_id=notice.recipient_id, table_id=notice.table_id, seq=notice.seq, kind=Notice.Kind.REMINDER,
        due_at=at,
    )  # fmt: skip


def _deliveries(notice: Notice, around: FanoutContext) -> Iterable[Delivery]:
    if notice.fate != Notice.Fate.TOLD:
        return
    for channel, target in around.channels[notice.recipient_id]:
        due = _get_email_due_at(notice, around) if channel == MAIL else around.now
        yield Delivery(notice=notice, recipient_id=notice.recipient_id, channel=channel, target=target, next_try_at=due)


def _get_email_due_at(notice: Notice, around: FanoutContext) -> datetime:
    """Letters about slow tables come once an hour at most: what is to be told meanwhile goes into the next one."""
    last = around.mailed_at.get(notice.recipient_id)
    slow = notice.table.turn_seconds >= settings.SLOW_TABLE_THRESHOLD and notice.kind != Notice.Kind.REMINDER
    return max(around.now, last + _digest_pause()) if slow and last else around.now


def _digest_pause() -> timedelta:
    return timedelta(seconds=settings.EMAIL_DIGEST_INTERVAL)
