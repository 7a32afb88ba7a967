"""Which devices get push messages, and where webhooks lead: what people choose, and what is forgotten with them."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.services.data_export import plain, plains
from config.db.locking import write_lock, write_transaction
from games.notifications.channels import chosen_ways
from games.notifications.models import Channels, Delivery, PushDevice
from games.tables.gameplay.enqueue import queue_on_commit

KEY = "push_device"  # in the session: whose log-out ends it
DEVICES_MOST = 10  # newest ones of a person


def device_subscribed(person: User, session: Any, *, endpoint: str, p256dh: str, auth: str) -> PushDevice:
    """From now on this browser gets push messages for `person`. One browser has one person: the last one counts."""
    fields = {"user": person, "p256dh": p256dh, "auth": auth, "login": person.get_session_auth_hash()}
    with write_transaction():
        device, _ = PushDevice.objects.update_or_create(fields, endpoint=endpoint)
        surplus = list(person.push_devices.order_by("-pk").values_list("pk", flat=True)[DEVICES_MOST:])
        former = session.get(KEY)
        PushDevice.objects.filter(Q(pk__in=surplus) | Q(pk=former, user=person)).exclude(pk=device.pk).delete()
        Channels.objects.update_or_create({"push": True}, user=person)
    session[KEY] = device.pk
    return device


def device_kept(person: User, session: Any) -> None:
    """This log-in goes on with a new password, and so does its browser; others' end."""
    with write_transaction():
        own = PushDevice.objects.filter(pk=session.get(KEY) or 0, user=person)
        own.update(login=person.get_session_auth_hash())


def device_forgotten(session: Any) -> None:
    """This log-in's browser gets no push messages any more."""
    if pk := session.pop(KEY, None):
        with write_transaction():
            PushDevice.objects.filter(pk=pk).delete()


def everything_forgotten(person: User) -> None:
    with write_transaction():
        person.push_devices.all().delete()
        Channels.objects.filter(user=person).delete()


def channels_exported(person: User) -> dict[str, Any]:
    """By which channels they are told, for themselves."""
    chosen = Channels.objects.filter(user=person).first() or Channels(user=person)
    return {
        **plain(chosen, "push", "webhook", "webhook_url", "webhook_format", "feed"),
        "push_devices": plains(person.push_devices.order_by("pk"), "created_at"),
        "sent": list(
            Delivery.objects.filter(recipient=person).order_by("pk").values(
                "channel", "created_at", "sent_at", "notice__kind", "notice__table__public_id"
            )
        ),
    }  # fmt: skip


def device_here(person: User, session: Any) -> PushDevice | None:
    """The subscription of the browser that this log-in is in, as long as messages go there."""
    device: PushDevice | None = person.push_devices.filter(pk=session.get(KEY) or 0).first()
    return device if device and device.login == person.get_session_auth_hash() else None


def devices_on(person: User, wanted: bool) -> None:
    """Push messages to all devices of `person`, or to none; the devices stay."""
    with write_lock():
        Channels.objects.update_or_create({"push": wanted}, user=person)


def test_ordered(person: User, channel: str) -> bool:
    """Put a test into the outbox, for each device. False: that channel isn't chosen."""
    ways = [way for way in chosen_ways([person.pk])[person.pk] if way[0] == channel]
    with write_transaction():
        Delivery.objects.bulk_create(
            Delivery(recipient=person, channel=channel, target=target, next_try_at=timezone.now())
            for _channel, target in ways
        )
        queue_on_commit("notifications.deliver")
    return bool(ways)
