"""Noting what people do to each other: invite, ask, accept, chat. Heard from the social side once it is committed."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.notifications.models import Notification

Kind = Notification.Kind
DECIDED_ANEW = {"created_at": Now(), "due_at": Now(), "decision": "", "is_listed": False, "read_at": None}


def tell_of_person(kind: Kind, recipients: Sequence[int], actor_id: int, table_id: int | None = None) -> None:
    """Who did it, and where. What was told of the same before is told anew."""
    with write_transaction():
        for recipient in recipients:
            key = {"recipient_id": recipient, "kind": kind, "table_id": table_id}
            key |= {"event_seq": 0} if table_id else {"actor_id": actor_id}
            row, made = Notification.objects.get_or_create(**key, defaults={"actor_id": actor_id, "due_at": Now()})
            if not made:
                row.deliveries.all().delete()
                Notification.objects.filter(pk=row.pk).update(actor=actor_id, **DECIDED_ANEW)
        queue_on_commit("notifications.deliver")


def tell_of_message(table_id: int, number: int, readers: Sequence[int]) -> None:
    """One entry for all that is said at a table until it is read; whoever looks meanwhile needs none."""
    due = timezone.now() + timedelta(seconds=settings.NOTIFICATION_DELAY)
    with write_transaction():
        unread = Notification.objects.filter(table=table_id, kind=Kind.CHAT, recipient__in=readers, read_at=None)
        had = set(unread.values_list("recipient", flat=True))
        unread.update(count=F("count") + 1, created_at=Now())
        Notification.objects.bulk_create(
            [
                Notification(recipient_id=pk, table_id=table_id, event_seq=number, kind=Kind.CHAT, due_at=due)
                for pk in readers
                if pk not in had
            ],
            ignore_conflicts=True,
        )


def forget_friendship(user_id: int, other_id: int) -> None:
    """What was told of it is no news any more."""
    pair = Q(recipient=user_id, actor=other_id) | Q(recipient=other_id, actor=user_id)
    with write_transaction():
        Notification.objects.filter(pair, kind__in=(Kind.FRIEND_REQUEST, Kind.FRIEND_ACCEPTED)).delete()


def forget_person(user_id: int, other_id: int) -> None:
    """`user_id` wants nothing of the other, and so nothing of what they did."""
    with write_transaction():
        Notification.objects.filter(recipient=user_id, actor=other_id).delete()


def mark_answered(user_id: int, kind: Kind, *, actor_id: int | None = None, table_id: int | None = None) -> None:
    """What it asked is done: no news any more, and nothing to send."""
    rows = Notification.objects.filter(recipient=user_id, kind=kind, read_at=None)
    rows = rows.filter(table=table_id) if table_id else rows.filter(actor=actor_id)
    with write_transaction():
        rows.update(read_at=Now())
