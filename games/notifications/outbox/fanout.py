"""Deciding what becomes of notifications that are due: an entry of the recipient's list, and one row for each of their
other channels, or nothing.

Nothing where its person has the table in view. What was answered before it was due is told to nobody, and its row goes:
most questions end so. Whoever then doesn't answer is reminded once, when three quarters of the time are over.

Any number of workers decide at once: each takes rows that no other has.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.channels import ChosenChannels, get_chosen_channels
from games.notifications.models import Delivery, Notification
from games.notifications.presence import get_present
from games.notifications.topics import MAIL
from games.tables.access import is_solo
from games.tables.live.presence import Fetch
from games.tables.models import Seat

BATCH = 200  # notifications in one transaction: on SQLite everybody else waits for it
SLACK = timedelta(seconds=5)
QuestionKey = tuple[int | None, int]  # keys of table and person
_IS_UNANSWERED = Exists(  # of a delivery: what it asked is still open
    Seat.objects.filter(
        table=OuterRef("notification__table"), user=OuterRef("recipient"),
        question_seq=OuterRef("notification__event_seq"), played_by=Seat.PlayedBy.PERSON, act_at=None,
    )
) & Q(notification__kind__in=Notification.ASKING)  # fmt: skip


class FanoutContext(NamedTuple):
    """What the decisions on some notifications depend on."""

    now: datetime
    open_questions: Mapping[QuestionKey, Seat]  # what people are asked at present
    awaited_reveals: set[QuestionKey]  # whose part of a shuffle is awaited
    solo_tables: set[int]  # tables where nobody waits
    asked_at: Mapping[tuple[int, int, int], datetime]  # when a question, by table, person, seq, was put
    present: set[Fetch]
    channels: Mapping[int, ChosenChannels]
    mailed_at: Mapping[
        int, datetime
    ]  # when somebody last got an email whose question they have not answered, if lately


def decide_notifications(seconds: float = 5.0) -> int:
    """Decide what is due until nothing is, or so long. Returns how many notifications were looked at.

    Nobody can act at a frozen table, so its notices wait until it is thawed.
    """
    ends_at, decided, found = time.monotonic() + seconds, 0, BATCH
    while found == BATCH:
        found = _decide_batch()
        decided += found
        if time.monotonic() > ends_at:
            break
    return decided


def _decide_batch() -> int:
    """Decide the BATCH that are due longest. Returns how many there were. The number of queries is the same for any."""
    due = Notification.objects.filter(due_at__lte=Now(), table__frozen_at=None)
    if not due.exists():  # no need to queue for the lock
        return 0
    with write_transaction():
        first = due.order_by("due_at", "pk").select_for_update(of=("self",), skip_locked=True, no_key=True)
        found = list(first[:BATCH])
        seats = list(Seat.objects.filter(table__in={notice.table_id for notice in found}))
        asked = _get_open_questions(seats)
        notices = [
            notice
            for notice in found
            if notice.kind not in Notification.ASKING or _get_asked_seat(notice, asked) is not None
        ]
        told_nobody = {notice.pk for notice in found}.difference(notice.pk for notice in notices)
        if notices:
            told_nobody.update(_decide_open(notices, seats))
        if told_nobody:
            Notification.objects.filter(pk__in=told_nobody).delete()
    return len(found)


def _get_open_questions(seats: Iterable[Seat]) -> dict[QuestionKey, Seat]:
    """What people are asked at these seats."""
    return {(s.table_id, s.user_id): s for s in seats if s.user_id and s.question_seq is not None and not s.is_bot}


def _decide_open(notices: Sequence[Notification], seats: Sequence[Seat]) -> list[int]:
    """Decide these, and write it. Returns the keys of those that turn out to have nothing to tell."""
    prefetch_related_objects(list(notices), "table", "recipient")
    around = _load_context(notices, seats)
    reminders, deliveries = list[Notification](), list[Delivery]()
    for notice in notices:
        notice.due_at, notice.decision = _decide(notice, around)
        _list(notice, around)
        deliveries += _deliveries(notice, around)
        reminders += _reminder(notice, around)
    _save_decisions(notices, around.now)
    _read_superseded(notices)
    Notification.objects.bulk_create(reminders, ignore_conflicts=True)
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    return [notice.pk for notice in notices if notice.decision == Notification.Decision.ANSWERED]


def _save_decisions(notices: Iterable[Notification], now: datetime) -> None:
    """One statement for all that became the same. What somebody looked at when it happened is no news to them."""
    alike = defaultdict[tuple[str, bool], list[int]](list)
    postponed = []
    for notice in notices:
        if notice.decision == Notification.Decision.WAITING:
            postponed.append(notice)
        elif notice.decision != Notification.Decision.ANSWERED:
            alike[notice.decision, notice.is_listed].append(notice.pk)
    for (decision, is_listed), pks in alike.items():
        read = {"read_at": now} if decision == Notification.Decision.LOOKING else {}
        Notification.objects.filter(pk__in=pks).update(due_at=None, decision=decision, is_listed=is_listed, **read)
    if postponed:
        Notification.objects.bulk_update(postponed, ["due_at"])


def release_gathered() -> None:
    """What was gathered while a letter lay unanswered goes out once it is answered, before its hour is over."""
    gathered = Delivery.objects.filter(channel=MAIL, attempts=0, next_attempt_at__gt=Now())
    one_lies_there = Exists(_list_unanswered_letters().filter(recipient=OuterRef("recipient")))
    free = list(gathered.filter(~one_lies_there).values_list("pk", flat=True)[:BATCH])
    if free:  # no need to queue for the lock
        with write_transaction():
            gathered.filter(pk__in=free).update(next_attempt_at=Now())


def _list_unanswered_letters() -> "QuerySet[Delivery]":
    """Those of late whose question is still open."""
    lately = timezone.now() - _digest_pause()
    return Delivery.objects.filter(_IS_UNANSWERED, channel=MAIL, sent_at__gt=lately)


def _load_context(notices: Sequence[Notification], seats: Sequence[Seat]) -> FanoutContext:
    """`seats`: those of all their tables."""
    people = {notice.recipient_id for notice in notices}
    tables = {notice.table.pk: notice.table.public_id for notice in notices if notice.table}
    at_table: dict[int, list[Seat]] = {}
    for seat in seats:
        at_table.setdefault(seat.table_id, []).append(seat)
    reminded = [notice for notice in notices if notice.kind == Notification.Kind.REMINDER]
    first = Notification.objects.filter(
        kind=Notification.Kind.YOUR_TURN, recipient__in={one.recipient_id for one in reminded}
    )
    put = first.filter(table__in={one.table_id for one in reminded}) if reminded else Notification.objects.none()
    letters = _list_unanswered_letters().filter(recipient__in=people)
    return FanoutContext(
        now=timezone.now(),
        awaited_reveals={
            (notice.table.pk, s.user_id)
            for notice in notices
            if notice.table and notice.table.reveal_deadline is not None
            for s in at_table.get(notice.table.pk, ())
            if s.user_id and not s.client_seed
        },
        open_questions=_get_open_questions(seats),
        solo_tables={pk for pk, of_table in at_table.items() if is_solo(of_table)},
        asked_at={
            (t or 0, p, seq): at for t, p, seq, at in put.values_list("table", "recipient", "event_seq", "created_at")
        },
        present=get_present(tables.values()),
        channels=get_chosen_channels(people),
        mailed_at=dict(letters.values_list("recipient").annotate(Max("sent_at"))),
    )


def _decide(notice: Notification, around: FanoutContext) -> tuple[datetime | None, Notification.Decision]:
    """When it is due again (None: never), and the decision."""
    if notice.kind == Notification.Kind.OPENING and not _is_reveal_awaited(notice, around):
        return None, Notification.Decision.ANSWERED
    if notice.kind == Notification.Kind.REMINDER:
        at = _remind_at(_get_asked_seat(notice, around.open_questions), _put_at(notice, around))
        if at is None:  # the clock has been taken away
            return None, Notification.Decision.ANSWERED
        if at > around.now + SLACK:  # the deadline has been moved back
            return at, Notification.Decision.WAITING
    if notice.table and (notice.table.public_id, notice.recipient.public_id) in around.present:
        return None, Notification.Decision.LOOKING
    told = around.channels[notice.recipient_id].list_targets(notice.kind)
    return None, Notification.Decision.TOLD if told else Notification.Decision.NOBODY


def _list(notice: Notification, around: FanoutContext) -> None:
    """An entry of the list."""
    decided = notice.due_at is None and notice.decision != Notification.Decision.ANSWERED
    notice.is_listed = decided and around.channels[notice.recipient_id].wants_in_list(notice.kind)


def _read_superseded(notices: Iterable[Notification]) -> None:
    """A reminder counts instead of its question, and a question instead of the beginning of the match. 1 query."""
    former = Q()
    for notice in notices:
        where = Q(recipient=notice.recipient_id, table=notice.table_id)
        if notice.is_listed and notice.kind == Notification.Kind.REMINDER:
            former |= where & Q(kind=Notification.Kind.YOUR_TURN, event_seq=notice.event_seq)
        elif notice.is_listed and notice.kind == Notification.Kind.YOUR_TURN:
            former |= where & Q(kind=Notification.Kind.STARTED)
    if former:
        Notification.objects.filter(former, read_at=None).update(read_at=Now())


def _is_reveal_awaited(notice: Notification, around: FanoutContext) -> bool:
    return (notice.table_id, notice.recipient_id) in around.awaited_reveals


def _get_asked_seat(notice: Notification, open_questions: Mapping[QuestionKey, Seat]) -> Seat | None:
    """The seat that still has this very question to answer."""
    seat = open_questions.get((notice.table_id or 0, notice.recipient_id))
    return seat if seat is not None and seat.question_seq == notice.event_seq else None


def _put_at(notice: Notification, around: FanoutContext) -> datetime:
    return around.asked_at.get((notice.table_id or 0, notice.recipient_id, notice.event_seq), notice.created_at)


def _remind_at(seat: Seat | None, put_at: datetime) -> datetime | None:
    """When a quarter of the time is left; None without a deadline."""
    return None if seat is None or seat.deadline is None else seat.deadline - (seat.deadline - put_at) / 4


def _reminder(notice: Notification, around: FanoutContext) -> Iterable[Notification]:
    """The question's one reminder, unless nobody waits for the answer or it would come with the notification itself."""
    at = _remind_at(_get_asked_seat(notice, around.open_questions), notice.created_at)
    if (
        notice.kind != Notification.Kind.YOUR_TURN
        or at is None
        or at <= around.now
        or notice.table_id in around.solo_tables
    ):
        return
    yield Notification(
        recipient_id=notice.recipient_id, table_id=notice.table_id, event_seq=notice.event_seq,
        kind=Notification.Kind.REMINDER, due_at=at,
    )  # fmt: skip


def _deliveries(notice: Notification, around: FanoutContext) -> Iterable[Delivery]:
    if notice.decision != Notification.Decision.TOLD:
        return
    for channel, target in around.channels[notice.recipient_id].list_targets(notice.kind):
        due = _get_email_due_at(notice, around) if channel == MAIL else around.now
        yield Delivery(
            notification=notice,
            recipient_id=notice.recipient_id,
            channel=channel,
            push_subscription_id=target,
            next_attempt_at=due,
        )


def _get_email_due_at(notice: Notification, around: FanoutContext) -> datetime:
    """At once for who has answered what the last email asked. While it lies there, what comes up at slow tables, and
    what asks nothing, is gathered: the next one goes out an hour after it."""
    last = around.mailed_at.get(notice.recipient_id)
    fast = notice.table is not None and notice.table.turn_seconds < settings.SLOW_TABLE_THRESHOLD
    slow = not fast and notice.kind != Notification.Kind.REMINDER
    return max(around.now, last + _digest_pause()) if slow and last else around.now


def _digest_pause() -> timedelta:
    return timedelta(seconds=settings.EMAIL_DIGEST_INTERVAL)
