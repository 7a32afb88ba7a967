"""Taking rows off the outbox and saying what became of them, each in a short transaction of its own.

A row that is taken is at once appointed for another try: whoever is killed while sending leaves it to the next, who
sends it once more. Each channel takes its own, so none waits for another.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.messages import DeliveryResult, OutboundMessage
from games.notifications.models import Delivery, NotificationSettings, PushSubscription

TRIES = 8
BACK_OFF_SECONDS = 90  # before the second try, and thrice as long before each further one: 27 hours in all
MAX_DIGEST_SIZE = 50  # notifications in one email


def claim_due(channel: str) -> list[Delivery]:
    """The next rows to send by this channel, all in one go; none: nothing is due.

    At a frozen table nobody can act, so what it asks waits until it is thawed.
    """
    thawed = Q(notification=None) | Q(notification__table__frozen_at=None)
    waiting = Delivery.objects.filter(thawed, channel=channel, next_attempt_at__isnull=False)
    due = waiting.filter(next_attempt_at__lte=Now()).order_by("next_attempt_at", "pk")
    if not due.exists():  # no need to queue for the lock
        return []
    with write_transaction():
        first = _locked(due).first()
        if first is None:
            return []
        rows = (
            _collect_digest(waiting, first) if channel == Delivery.Channel.MAIL and first.notification_id else [first]
        )
        for row in rows:
            pause = timedelta(seconds=BACK_OFF_SECONDS * 3**row.attempts)
            row.attempts += 1
            row.next_attempt_at = timezone.now() + pause if row.attempts < TRIES else None
        Delivery.objects.bulk_update(rows, ["attempts", "next_attempt_at", "email_batch"])
    return rows


def _collect_digest(waiting: "QuerySet[Delivery]", first: Delivery) -> list[Delivery]:
    """What goes into an email with the first: all that waits for its recipient, or, tried again, what went before."""
    if first.email_batch:
        return list(_locked(waiting.filter(email_batch=first.email_batch)))
    same = waiting.filter(recipient=first.recipient_id, email_batch=0, notification__isnull=False)
    rows = list(_locked(same.order_by("pk"))[:MAX_DIGEST_SIZE])
    rows = rows if first in rows else [first, *rows]
    for row in rows:
        row.email_batch = first.pk
    return rows


def _locked(rows: "QuerySet[Delivery]") -> "QuerySet[Delivery]":
    return rows.select_for_update(of=("self",), skip_locked=True, no_key=True)


def cancel_deliveries(pks: Iterable[int], problem: str) -> None:
    """These are not to be sent any more."""
    if pks := list(pks):
        with write_transaction():
            Delivery.objects.filter(pk__in=pks).update(next_attempt_at=None, problem=problem)


def record_result(message: OutboundMessage, outcome: DeliveryResult) -> None:
    """What became of it. An address that is gone is not used again."""
    rows = Delivery.objects.filter(pk__in=message.delivery_pks)
    with write_transaction():
        if not outcome.problem:
            rows.update(sent_at=Now(), next_attempt_at=None, problem="")
        elif outcome.is_final:
            rows.update(next_attempt_at=None, problem=outcome.problem)
        else:
            rows.update(problem=outcome.problem)
        if outcome.is_gone and message.channel == Delivery.Channel.PUSH:
            PushSubscription.objects.filter(pk=message.target).delete()
        elif outcome.is_gone and message.channel == Delivery.Channel.WEBHOOK:
            NotificationSettings.objects.filter(user=message.recipient).update(webhook=False)
