"""Notifications of staff about waiting work: how much and where, never what.

Each member of staff has one notification of each kind, renewed when something new begins to wait. The list behind the
bell shows it immediately; messages by other channels are at least EMAIL_DIGEST_INTERVAL apart.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max, Min
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.notifications.channels import ChannelTarget, get_chosen_channels
from games.notifications.models import Delivery, Notification

Counter = Callable[[User], Mapping[str, int]]
_counters: list[Counter] = []
_paths: dict[Notification.Kind, Callable[[], str]] = {}


def register(count: Counter, paths: Mapping[Notification.Kind, Callable[[], str]]) -> None:
    """Register `count`, which returns how much waits for a person by kind of notification, and the pages' URLs."""
    _counters.append(count)
    _paths.update(paths)


def count_work(person: User) -> dict[str, int]:
    return {kind: number for count in _counters for kind, number in count(person).items()}


def get_path(kind: str) -> str:
    return _paths[Notification.Kind(kind)]()


def is_anything_listed() -> bool:
    """Return whether anyone's list shows waiting work. 1 query."""
    return Notification.objects.filter(kind__in=Notification.STAFF, is_listed=True).exists()


def tell(person_pk: int, newest: Mapping[str, datetime | None]) -> None:
    """Renew the notifications of kinds with new work, and unlist those without any.

    `newest`: by kind, when the newest item began to wait; None if nothing waits.
    """
    rows = {row.kind: row for row in Notification.objects.filter(recipient=person_pk, kind__in=Notification.STAFF)}
    settled = [row.pk for kind, row in rows.items() if newest.get(kind) is None and row.is_listed]
    new_work = {kind: at for kind, at in newest.items() if at and (kind not in rows or rows[kind].created_at < at)}
    if not settled and not new_work:
        return
    with write_transaction():
        Notification.objects.filter(pk__in=settled).update(is_listed=False, read_at=Now())
        if new_work:
            _renew(person_pk, new_work)
            queue_on_commit("notifications.deliver")


def _renew(person_pk: int, new_work: Mapping[str, datetime]) -> None:
    """Write to the outbox directly: unlike other notifications, these need no decision."""
    channels, due_at = get_chosen_channels([person_pk])[person_pk], _get_due_at(person_pk)
    for kind, at in new_work.items():
        targets = channels.list_targets(kind)
        changes = {
            "is_listed": channels.wants_in_list(kind), "read_at": None,
            "decision": Notification.Decision.TOLD if targets else Notification.Decision.NOBODY,
        }  # fmt: skip
        # The recipient is the actor as well, so that the unique constraint on actors allows only one row.
        row, created = Notification.objects.get_or_create(
            recipient_id=person_pk, actor_id=person_pk, kind=kind, table=None
        )
        rows = Notification.objects.filter(pk=row.pk)
        # Compared again in the statement, because another worker may have done the same in the meantime.
        if (rows if created else rows.filter(created_at__lt=at)).update(created_at=at, **changes):
            _put_into_outbox(row, targets, due_at)


def _put_into_outbox(row: Notification, targets: Sequence[ChannelTarget], due_at: datetime) -> None:
    """Queue one message per channel; those still waiting will show the newest count."""
    row.deliveries.filter(next_attempt_at=None).delete()
    Delivery.objects.bulk_create(
        (
            Delivery(
                notification=row, recipient_id=row.recipient_id, channel=channel, push_subscription_id=target,
                next_attempt_at=due_at,
            )
            for channel, target in targets
        ),
        ignore_conflicts=True,
    )  # fmt: skip


def _get_due_at(person_pk: int) -> datetime:
    """Return when to send: with messages that already wait, or after the pause since the last one."""
    now, pause = timezone.now(), timedelta(seconds=settings.EMAIL_DIGEST_INTERVAL)
    messages = Delivery.objects.filter(recipient=person_pk, notification__kind__in=Notification.STAFF)
    waiting, last = messages.aggregate(waiting=Min("next_attempt_at"), last=Max("sent_at")).values()
    return max(now, waiting or (last + pause if last else now))
