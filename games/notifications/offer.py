"""Once, after somebody's first move at a table with people, they are asked whether they want to hear of their turns."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.mail.confirmation import can_send_turn_emails, filter_confirmed
from accounts.models import User
from config.db.compiled_queries import CompiledQuery
from config.db.locking import write_transaction
from games.notifications.backends.webpush import get_public_key
from games.notifications.channels import is_push_available
from games.notifications.models import NotificationSettings, PushSubscription
from games.tables.access import TableAccess
from games.tables.models import Event, Table


def _list_unasked(table: Any, seat: Any, user: Any) -> "QuerySet[User, tuple[bool]]":
    """This person, if they have moved at that table, nothing tells them and they have not been asked: whether mail
    could."""
    moved = Event.objects.filter(table=table, seat=seat, key__isnull=False, kind=Event.Kind.MOVE)
    devices = PushSubscription.objects.filter(user=OuterRef("pk"))
    chosen = NotificationSettings.objects.filter(Q(offer_answered=True) | Q(webhook=True), user=OuterRef("pk"))
    people = User.objects.filter(~Exists(devices), ~Exists(chosen), Exists(moved), pk=user)
    return people.values_list(filter_confirmed())


_UNASKED: CompiledQuery[tuple[bool]] = CompiledQuery(_list_unasked)


@dataclass(frozen=True, slots=True)
class TurnOffer:
    """What the table's page can offer: mail to a confirmed address (""), push messages with this key ("")."""

    email: str
    push_key: str


def get_turn_offer(access: TableAccess) -> TurnOffer | None:
    """For who waits for others, has moved, has no channel and has not been asked. 1 query, and only for these."""
    own = access.own_seat
    if own is None or own.user is None or not own.is_person or own.question_seq is not None:
        return None
    if access.is_solo or access.table.status != Table.Status.RUNNING or own.user.email_turn_notifications:
        return None
    found = _UNASKED.first(table=access.table.pk, seat=own.number, user=own.user_id)
    if found is None:
        return None
    email = own.user.email if found[0] and can_send_turn_emails() else ""
    push_key = get_public_key(settings.VAPID_KEY) if is_push_available() else ""
    return TurnOffer(email, push_key) if email or push_key else None


def answer_offer(person: User) -> None:
    """They are not asked again."""
    with write_transaction():
        NotificationSettings.objects.update_or_create({"offer_answered": True}, user=person)
