"""Notifications about what people do: invitations, friend requests, chat. Called by receivers after commit."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.notifications.models import Notification
from games.tables.models import Seat

Kind = Notification.Kind
DECIDED_ANEW = {"created_at": Now(), "due_at": Now(), "decision": "", "is_listed": False, "read_at": None}


def tell_of_person(kind: Kind, recipients: Sequence[int], actor_id: int, table_id: int | None = None) -> None:
    """Notify of a person's act, at a table or not. An earlier notification of the same kind is renewed."""
    with write_transaction():
        for recipient in recipients:
            key = {"recipient_id": recipient, "kind": kind, "table_id": table_id}
            key |= {"event_seq": 0} if table_id else {"actor_id": actor_id}
            row, is_new = Notification.objects.get_or_create(**key, defaults={"actor_id": actor_id, "due_at": Now()})
            if not is_new:
                row.deliveries.all().delete()
                Notification.objects.filter(pk=row.pk).update(actor=actor_id, **DECIDED_ANEW)
        queue_on_commit("notifications.deliver")


def tell_of_invitation(invitees: Sequence[int], inviter_id: int, table_id: int) -> None:
    """Notify of an invitation; of a rematch those who played the previous match."""
    previous_players = set(
        Seat.objects.filter(table__rematch=table_id, user__in=invitees).values_list("user", flat=True)
    )
    tell_of_person(Kind.REMATCH, [pk for pk in invitees if pk in previous_players], inviter_id, table_id)
    tell_of_person(Kind.INVITATION, [pk for pk in invitees if pk not in previous_players], inviter_id, table_id)


def tell_of_message(table_id: int, number: int, readers: Sequence[int]) -> None:
    """Notify readers of a message: one notification per table until it is read, after a delay."""
    due = timezone.now() + timedelta(seconds=settings.NOTIFICATION_DELAY)
    with write_transaction():
        unread = Notification.objects.filter(table=table_id, kind=Kind.CHAT, recipient__in=readers, read_at=None)
        notified = set(unread.values_list("recipient", flat=True))
        unread.update(count=F("count") + 1, created_at=Now())
        Notification.objects.bulk_create(
            [
                Notification(recipient_id=pk, table_id=table_id, event_seq=number, kind=Kind.CHAT, due_at=due)
                for pk in readers
                if pk not in notified
            ],
            ignore_conflicts=True,
        )


def forget_friendship(user_id: int, other_id: int) -> None:
    """Delete notifications about a friendship that has ended."""
    pair = Q(recipient=user_id, actor=other_id) | Q(recipient=other_id, actor=user_id)
    with write_transaction():
        Notification.objects.filter(pair, kind__in=(Kind.FRIEND_REQUEST, Kind.FRIEND_ACCEPTED)).delete()


def forget_person(user_id: int, other_id: int) -> None:
    """Delete what `user_id` was notified of about the other, after blocking them."""
    with write_transaction():
        Notification.objects.filter(recipient=user_id, actor=other_id).delete()


def mark_answered(user_id: int, kind: Kind, *, actor_id: int | None = None, table_id: int | None = None) -> None:
    """Mark a question as done: it is read, and nothing more is sent."""
    rows = Notification.objects.filter(recipient=user_id, kind=kind, read_at=None)
    rows = rows.filter(table=table_id) if table_id else rows.filter(actor=actor_id)
    with write_transaction():
        rows.update(read_at=Now())
