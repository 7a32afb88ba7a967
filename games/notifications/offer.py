"""Once, after somebody's first move at a table with people, they are asked whether they want to hear of their turns."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef

from accounts.mail.confirmation import can_send_turn_emails, filter_confirmed
from accounts.models import User
from config.db.locking import write_transaction
from games.notifications.backends.webpush import get_public_key
from games.notifications.channels import is_push_available
from games.notifications.models import NotificationSettings, PushSubscription
from games.tables.access import TableAccess
from games.tables.models import Event, Table


@dataclass(frozen=True, slots=True)
class TurnOffer:
    """What the table's page can offer: mail to a confirmed address (""), push messages with this key ("")."""

    email: str
    push_key: str


def get_turn_offer(access: TableAccess) -> TurnOffer | None:
    """For who waits for others, has moved, has no channel and has not been asked. 1 query, and only for these."""
    own = access.own_seat
    if own is None or own.user_id is None or not own.is_person or own.question_seq is not None:
        return None
    if access.is_solo or access.table.status != Table.Status.RUNNING:
        return None
    moved = Event.objects.filter(table=access.table.pk, seat=own.number, key__isnull=False, kind=Event.Kind.MOVE)
    devices = PushSubscription.objects.filter(user=OuterRef("pk"))
    told = NotificationSettings.objects.filter(user=OuterRef("pk"))
    chosen = told.filter(offer_answered=True) | told.filter(webhook=True)
    people = User.objects.filter(~Exists(devices), ~Exists(chosen), Exists(moved), email_turn_notifications=False)
    person = people.annotate(can_be_mailed=filter_confirmed()).filter(pk=own.user_id).first()
    if person is None:
        return None
    email = person.email if person.can_be_mailed and can_send_turn_emails() else ""
    push_key = get_public_key(settings.VAPID_KEY) if is_push_available() else ""
    return TurnOffer(email, push_key) if email or push_key else None


def answer_offer(person: User) -> None:
    """They are not asked again."""
    with write_transaction():
        NotificationSettings.objects.update_or_create({"offer_answered": True}, user=person)
