"""Fanout: deciding what happens to notifications that are due.

The result is an entry in the recipient's list and a delivery for each other channel, or nothing. Nothing is sent to
people who have the table in view. Notifications that were answered before they were due are deleted; most are. People
who don't answer get one reminder, when a quarter of their time is left: not in quiet hours, nor while the clock is
paused or the table plays live.

Any number of workers may decide simultaneously: each locks different rows.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Max,
    OuterRef,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.channels import ChannelTarget, ChosenChannels, get_chosen_channels
from games.notifications.models import Delivery, Notification
from games.notifications.presence import get_present
from games.notifications.relevance import IS_RELEVANT
from games.notifications.topics import MAIL
from games.tables.access import is_solo
from games.tables.clocks.question_clock import IS_CLOCK_STOPPED, QuestionClock, read_question_clock
from games.tables.live.presence import Fetch
from games.tables.models import Seat

BATCH = 200  # notifications per transaction, during which all other writers wait on SQLite
QuestionKey = tuple[int | None, int]  # keys of table and person
_HAS_OTHERS = Exists(  # of a delivery: other people play at its table and wait
    Seat.objects.filter(table=OuterRef("notification__table"), user__isnull=False).exclude(user=OuterRef("recipient"))
)
_IS_UNANSWERED = Exists(  # of a delivery: its question is still open, and someone waits for the answer
    Seat.objects.filter(
        table=OuterRef("notification__table"), user=OuterRef("recipient"),
        question_seq=OuterRef("notification__event_seq"), played_by=Seat.PlayedBy.PERSON, act_at=None,
    )
) & _HAS_OTHERS & Q(notification__kind__in=Notification.ASKING)  # fmt: skip
# Of a reminder: the clock is paused, or the table plays live, where missing a question costs nothing.
_IS_POSTPONED = Q(kind=Notification.Kind.REMINDER) & Exists(
    Seat.objects.filter(
        IS_CLOCK_STOPPED | Q(table__live_since__isnull=False),
        table=OuterRef("table"), user=OuterRef("recipient"), question_seq=OuterRef("event_seq"),
    )
)  # fmt: skip


class FanoutContext(NamedTuple):
    """The data that decisions about a batch depend on."""

    now: datetime
    open_questions: Mapping[QuestionKey, Seat]  # questions people have now
    awaited_reveals: set[QuestionKey]  # seats whose client seed is awaited
    solo_tables: set[int]  # tables with one person and bots
    clocks: Mapping[QuestionKey, QuestionClock]  # of the open questions in this batch
    present: set[Fetch]
    channels: Mapping[int, ChosenChannels]
    mailed_at: Mapping[int, datetime]  # time of a recent email whose question is still unanswered


def decide_notifications(seconds: float = 5.0) -> int:
    """Decide due notifications until none is left or time is up. Return how many were handled.

    No one can act at a frozen table, so its notifications wait until it is thawed. Reminders wait until their clock
    runs.
    """
    ends_at, decided, count = time.monotonic() + seconds, 0, BATCH
    while count == BATCH:
        count = _decide_batch()
        decided += count
        if time.monotonic() > ends_at:
            break
    return decided


def _decide_batch() -> int:
    """Decide the BATCH notifications that have been due longest. Return how many. Constant number of queries."""
    due = Notification.objects.filter(~_IS_POSTPONED, due_at__lte=Now(), table__frozen_at=None)
    due = due.annotate(is_relevant=ExpressionWrapper(IS_RELEVANT, BooleanField()))
    if not due.exists():  # don't wait for the lock
        return 0
    with write_transaction():
        first = due.order_by("due_at", "pk").select_for_update(of=("self",), skip_locked=True, no_key=True)
        batch = list(first[:BATCH])
        seats = list(Seat.objects.filter(table__in={notice.table_id for notice in batch}))
        open_questions = _get_open_questions(seats)
        notices = [
            notice
            for notice in batch
            if notice.is_relevant
            and (notice.kind not in Notification.ASKING or _get_asked_seat(notice, open_questions) is not None)
        ]
        told_nobody = {notice.pk for notice in batch}.difference(notice.pk for notice in notices)
        if notices:
            told_nobody.update(_decide_open(notices, seats))
        if told_nobody:
            Notification.objects.filter(pk__in=told_nobody).delete()
    return len(batch)


def _get_open_questions(seats: Iterable[Seat]) -> dict[QuestionKey, Seat]:
    """Return the open questions at these seats."""
    return {(s.table_id, s.user_id): s for s in seats if s.user_id and s.question_seq is not None and not s.is_bot}


def _decide_open(notices: Sequence[Notification], seats: Sequence[Seat]) -> list[int]:
    """Decide these notifications and save the result. Return the keys of those that have become irrelevant."""
    prefetch_related_objects(list(notices), "table", "recipient")
    context = _load_context(notices, seats)
    reminders, deliveries = list[Notification](), list[Delivery]()
    for notice in notices:
        notice.due_at, notice.decision = _decide(notice, context)
        _list(notice, context)
        deliveries += _deliveries(notice, context)
        reminders += _reminder(notice, context)
    _save_decisions(notices, context.now)
    _read_superseded(notices)
    Notification.objects.bulk_create(reminders, ignore_conflicts=True)
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return [notice.pk for notice in notices if notice.decision == Notification.Decision.ANSWERED]


def _save_decisions(notices: Iterable[Notification], now: datetime) -> None:
    """Save the decisions, with one statement per result. Events that people watched are marked as read."""
    by_result = defaultdict[tuple[str, bool], list[int]](list)
    postponed = []
    for notice in notices:
        if notice.decision == Notification.Decision.WAITING:
            postponed.append(notice)
        elif notice.decision != Notification.Decision.ANSWERED:
            by_result[notice.decision, notice.is_listed].append(notice.pk)
    for (decision, is_listed), pks in by_result.items():
        read = {"read_at": now} if decision == Notification.Decision.LOOKING else {}
        Notification.objects.filter(pk__in=pks).update(due_at=None, decision=decision, is_listed=is_listed, **read)
    if postponed:
        Notification.objects.bulk_update(postponed, ["due_at"])


def release_gathered() -> None:
    """Send mails held back for an unanswered one as soon as that is answered, before the hour is over.

    Mails about staff work keep their hour: no answer ends it.
    """
    waiting = Delivery.objects.filter(channel=MAIL, attempts=0, next_attempt_at__gt=Now())
    gathered = waiting.exclude(notification__kind__in=Notification.STAFF)
    one_lies_there = Exists(_list_unanswered_letters().filter(recipient=OuterRef("recipient")))
    free = list(gathered.filter(~one_lies_there).values_list("pk", flat=True)[:BATCH])
    if free:  # don't wait for the lock
        with write_transaction():
            gathered.filter(pk__in=free).update(next_attempt_at=Now())


def _list_unanswered_letters() -> "QuerySet[Delivery]":
    """Return recent mails whose question is still open."""
    lately = timezone.now() - _digest_pause()
    return Delivery.objects.filter(_IS_UNANSWERED, channel=MAIL, sent_at__gt=lately)


def _load_context(notices: Sequence[Notification], seats: Sequence[Seat]) -> FanoutContext:
    """Load the data for decisions. `seats` are those of all tables in the batch."""
    people = {notice.recipient_id for notice in notices}
    tables = {notice.table.pk: notice.table.public_id for notice in notices if notice.table}
    at_table: dict[int, list[Seat]] = {}
    for seat in seats:
        at_table.setdefault(seat.table_id, []).append(seat)
    letters = _list_unanswered_letters().filter(recipient__in=people)
    now, open_questions = timezone.now(), _get_open_questions(seats)
    return FanoutContext(
        now=now,
        awaited_reveals={
            (notice.table.pk, s.user_id)
            for notice in notices
            if notice.table and notice.table.reveal_deadline is not None
            for s in at_table.get(notice.table.pk, ())
            if s.user_id and not s.client_seed
        },
        open_questions=open_questions,
        solo_tables={pk for pk, of_table in at_table.items() if is_solo(of_table)},
        clocks=_read_clocks(notices, at_table, open_questions, now),
        present=get_present(tables.values()),
        channels=get_chosen_channels(people),
        mailed_at=dict(letters.values_list("recipient").annotate(Max("sent_at"))),
    )


def _read_clocks(
    notices: Iterable[Notification],
    at_table: Mapping[int, Sequence[Seat]],
    open_questions: Mapping[QuestionKey, Seat],
    now: datetime,
) -> dict[QuestionKey, QuestionClock]:
    """Read the clock of each question once. Seats without a clock are left out."""
    clocks: dict[QuestionKey, QuestionClock] = {}
    for notice in notices:
        key, seat = (notice.table_id, notice.recipient_id), _get_asked_seat(notice, open_questions)
        if notice.kind not in Notification.ASKING or notice.table is None or seat is None or key in clocks:
            continue
        seat.user = notice.recipient  # loaded with the notifications
        if clock := read_question_clock(notice.table, at_table[notice.table.pk], seat, now):
            clocks[key] = clock
    return clocks


def _decide(notice: Notification, context: FanoutContext) -> tuple[datetime | None, Notification.Decision]:
    """Return when the notification is due again (None: never), and the decision."""
    if notice.kind == Notification.Kind.OPENING and not _is_reveal_awaited(notice, context):
        return None, Notification.Decision.ANSWERED
    if notice.kind == Notification.Kind.REMINDER:
        if (clock := _get_clock(notice, context)) is None:  # the clock was removed
            return None, Notification.Decision.ANSWERED
        at = _get_reminder_time(notice, clock, context.now)
        if at is None or at > context.now:  # the clock was paused, or the deadline moved
            return at or notice.due_at, Notification.Decision.WAITING
    if notice.table and (notice.table.public_id, notice.recipient.public_id) in context.present:
        return None, Notification.Decision.LOOKING
    targets = _list_targets(notice, context)
    return None, Notification.Decision.TOLD if targets else Notification.Decision.NOBODY


def _list(notice: Notification, context: FanoutContext) -> None:
    """Set whether the notification is listed."""
    decided = notice.due_at is None and notice.decision != Notification.Decision.ANSWERED
    notice.is_listed = decided and context.channels[notice.recipient_id].wants_in_list(notice.kind)


def _read_superseded(notices: Iterable[Notification]) -> None:
    """Mark notifications as read that newer ones replace: a question by its reminder, a start by the first question.

    1 query.
    """
    superseded = Q()
    for notice in notices:
        where = Q(recipient=notice.recipient_id, table=notice.table_id)
        if notice.is_listed and notice.kind == Notification.Kind.REMINDER:
            superseded |= where & Q(kind=Notification.Kind.YOUR_TURN, event_seq=notice.event_seq)
        elif notice.is_listed and notice.kind == Notification.Kind.YOUR_TURN:
            superseded |= where & Q(kind=Notification.Kind.STARTED)
    if superseded:
        Notification.objects.filter(superseded, read_at=None).update(read_at=Now())


def _is_reveal_awaited(notice: Notification, context: FanoutContext) -> bool:
    return (notice.table_id, notice.recipient_id) in context.awaited_reveals


def _get_asked_seat(notice: Notification, open_questions: Mapping[QuestionKey, Seat]) -> Seat | None:
    """Return the seat if it still has exactly this question."""
    seat = open_questions.get((notice.table_id or 0, notice.recipient_id))
    return seat if seat is not None and seat.question_seq == notice.event_seq else None


def _get_clock(notice: Notification, context: FanoutContext) -> QuestionClock | None:
    return context.clocks.get((notice.table_id, notice.recipient_id))


def _get_reminder_time(notice: Notification, clock: QuestionClock, now: datetime) -> datetime | None:
    """Return when to remind of a question; None while that is unknown.

    Unknown in live play, too: missing its time costs nothing and returns the question to the slow clock, for which the
    one reminder is kept.
    """
    is_live = notice.table is not None and notice.table.live_since is not None
    return None if is_live else clock.get_next_reminder(now)


def _reminder(notice: Notification, context: FanoutContext) -> Iterable[Notification]:
    """Yield the question's one reminder, unless no one waits or it would coincide with the notification."""
    clock = _get_clock(notice, context)
    if notice.kind != Notification.Kind.YOUR_TURN or clock is None or notice.table_id in context.solo_tables:
        return
    at = _get_reminder_time(notice, clock, context.now)
    if at is not None and at <= context.now:
        return
    yield Notification(
        recipient_id=notice.recipient_id, table_id=notice.table_id, event_seq=notice.event_seq,
        kind=Notification.Kind.REMINDER, due_at=at or context.now,
    )  # fmt: skip


def _deliveries(notice: Notification, context: FanoutContext) -> Iterable[Delivery]:
    if notice.decision != Notification.Decision.TOLD:
        return
    for channel, target in _list_targets(notice, context):
        due = _get_email_due_at(notice, context) if channel == MAIL else context.now
        yield Delivery(
            notification=notice,
            recipient_id=notice.recipient_id,
            channel=channel,
            push_subscription_id=target,
            next_attempt_at=due,
        )


def _list_targets(notice: Notification, context: FanoutContext) -> list[ChannelTarget]:
    """List the channels to use. Turns at a table with bots only aren't mailed: no one waits there."""
    targets = context.channels[notice.recipient_id].list_targets(notice.kind)
    if notice.kind in Notification.OF_TURNS and notice.table_id in context.solo_tables:
        return [target for target in targets if target[0] != MAIL]
    return targets


def _get_email_due_at(notice: Notification, context: FanoutContext) -> datetime:
    """Return when to mail: immediately to people who have answered the question of the last email.

    While that is open, slow tables' questions and news are collected: they are sent an hour after the last mail, but
    early enough to leave an hour before the deadline.
    """
    last = context.mailed_at.get(notice.recipient_id)
    if last is None or notice.kind == Notification.Kind.REMINDER or not _is_slow(notice):
        return context.now
    latest = _get_latest_email(notice, context)
    return max(context.now, min(last + _digest_pause(), latest or datetime.max.replace(tzinfo=UTC)))


def _is_slow(notice: Notification) -> bool:
    table = notice.table
    return table is None or (table.time_control.is_slow and table.live_since is None)


def _get_latest_email(notice: Notification, context: FanoutContext) -> datetime | None:
    """Return the last moment that leaves the pause between two mails to act; None without a deadline."""
    if notice.kind == Notification.Kind.OPENING and notice.table and notice.table.reveal_deadline:
        return notice.table.reveal_deadline - _digest_pause()
    clock = _get_clock(notice, context) if notice.kind in Notification.ASKING else None
    return None if clock is None else clock.get_moment_with(_digest_pause())


def _digest_pause() -> timedelta:
    return timedelta(seconds=settings.EMAIL_DIGEST_INTERVAL)
