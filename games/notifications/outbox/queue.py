"""Claiming rows of the outbox and storing results, in short transactions.

A claimed row is rescheduled first: if the worker is killed while sending, another one sends it again. Channels claim
separately, so that none waits for another.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.channel_problems import clear_problems, record_problem
from games.notifications.messages import DeliveryResult, OutboundMessage
from games.notifications.models import Delivery, NotificationSettings, PushSubscription

TRIES = 8
BACK_OFF_SECONDS = 90  # before the second attempt, tripled before each further one: 27 hours in all
MAX_DIGEST_SIZE = 50  # notifications per email


def claim_due(channel: str) -> list[Delivery]:
    """Claim the next rows to send together by this channel; empty if nothing is due.

    No one can act at a frozen table, so its questions wait until it is thawed.
    """
    thawed = Q(notification=None) | Q(notification__table__frozen_at=None)
    waiting = Delivery.objects.filter(thawed, channel=channel, next_attempt_at__isnull=False)
    due = waiting.filter(next_attempt_at__lte=Now()).order_by("next_attempt_at", "pk")
    if not due.exists():  # don't wait for the lock
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
    """Return the rows for one email: all that wait for the recipient, or on a retry the same as before."""
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
    """Cancel these deliveries."""
    if pks := list(pks):
        with write_transaction():
            Delivery.objects.filter(pk__in=pks).update(next_attempt_at=None, problem=problem)


def record_result(message: OutboundMessage, outcome: DeliveryResult) -> None:
    """Store a message's result. An address that is gone isn't used again.

    The owner is shown devices and webhooks that failed for good.
    """
    rows = Delivery.objects.filter(pk__in=message.delivery_pks)
    with write_transaction():
        if message.channel != Delivery.Channel.MAIL:
            _record_channel_state(message, rows, outcome)
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


def _record_channel_state(message: OutboundMessage, rows: "QuerySet[Delivery]", outcome: DeliveryResult) -> None:
    if not outcome.problem:
        clear_problems(message.recipient, message.channel, message.target)
    elif outcome.is_final or rows.filter(next_attempt_at=None).exists():
        record_channel_problem(message.recipient, message.channel, message.target, outcome.problem)


def record_channel_problem(user_id: int, channel: str, target: int, problem: str) -> None:
    """Show the owner that a channel has failed for good, unless they have removed it in the meantime."""
    device = PushSubscription.objects.filter(pk=target, user=user_id).first()
    if device is not None or channel == Delivery.Channel.WEBHOOK:
        record_problem(user_id, channel, problem, device)
