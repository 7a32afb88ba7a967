"""The question at a person's first seat with others: how to notify them of their turn. Asked once."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.mail.confirmation import can_send_turn_emails, filter_confirmed
from accounts.models import User
from config.db.compiled_queries import CompiledQuery
from games.notifications.backends.webpush import get_public_key
from games.notifications.channels import is_push_available
from games.notifications.models import NotificationSettings, PushSubscription
from games.notifications.services import save_settings
from games.tables.access import TableAccess
from games.tables.models import Table

ASKED_AT = (Table.Status.OPEN, Table.Status.RUNNING)


def _list_unasked(user: Any) -> "QuerySet[User, tuple[bool]]":
    """Select this person if they have no channel and haven't been asked, with whether their address is confirmed."""
    devices = PushSubscription.objects.filter(user=OuterRef("pk"))
    has_chosen = Q(offer_answered=True) | Q(webhook=True) | Q(calendar_enabled=True)
    answered = NotificationSettings.objects.filter(has_chosen, user=OuterRef("pk"))
    people = User.objects.filter(~Exists(devices), ~Exists(answered), pk=user)
    return people.values_list(filter_confirmed())


_UNASKED: CompiledQuery[tuple[bool]] = CompiledQuery(_list_unasked)


@dataclass(frozen=True, slots=True)
class TurnOffer:
    """The channels that can work for this person on this site. Bell, tab title and calendar always do.

    `email`: the confirmed address, "" for none. `needs_email`: mail would work with a confirmed address. `push_key`:
    the site's key, "" for none (the browser knows whether it supports push). `has_webhook`: guests can't have one.
    """

    email: str
    needs_email: bool
    push_key: str
    has_webhook: bool


def get_turn_offer(access: TableAccess) -> TurnOffer | None:
    """Return the offer for a player with others, who has no open question and hasn't chosen. At most 1 query."""
    own_seat = access.own_seat
    if own_seat is None or own_seat.user is None or not own_seat.is_person or own_seat.question_seq is not None:
        return None
    if access.is_solo or access.table.status not in ASKED_AT or own_seat.user.email_turn_notifications:
        return None
    row = _UNASKED.first(user=own_seat.user_id)
    if row is None:
        return None
    can_mail, (is_confirmed,) = can_send_turn_emails(), row
    return TurnOffer(
        email=own_seat.user.email if can_mail and is_confirmed else "",
        needs_email=can_mail and not is_confirmed,
        push_key=get_public_key(settings.VAPID_KEY) if is_push_available() else "",
        has_webhook=not own_seat.user.is_guest,
    )


def answer_offer(person: User) -> None:
    """Store that the person needn't be asked again."""
    save_settings(person, offer_answered=True)
