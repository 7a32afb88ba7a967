"""Rendering of claimed rows to messages that can be sent without the database. Cancels rows no longer wanted."""

from collections.abc import Callable, Sequence
from functools import partial

from django.conf import settings
from django.utils import translation

from accounts.mail.confirmation import can_send_turn_emails, list_turn_email_readers
from accounts.mail.suppression import is_suppressed, make_unsubscribe_token
from accounts.models import User
from accounts.services.availability import get_time_zone
from config.db.locking import write_lock, write_transaction
from games.notifications.backends import email, webhook, webpush
from games.notifications.backends.webhook import WebhookMessage
from games.notifications.backends.webhook_service import FormatError
from games.notifications.backends.webhooks import build_request
from games.notifications.backends.webpush import get_public_key
from games.notifications.channels import is_push_available
from games.notifications.channels import list_webhooks as chosen_webhooks
from games.notifications.content import TEST, NotificationContent, load_contents, use_zone_of
from games.notifications.inbox import count_unread
from games.notifications.messages import DeliveryResult, OutboundMessage
from games.notifications.models import Delivery, Notification, PushSubscription
from games.notifications.outbox.queue import cancel_deliveries, record_channel_problem
from games.notifications.relevance import IS_RELEVANT
from games.notifications.topics import MAIL, PUSH, WEBHOOK

Problem = Delivery.Problem
_TEST = NotificationContent(TEST)
BROKEN = (Problem.FORBIDDEN, Problem.KEY)  # nothing can be sent until the owner acts


def render_message(rows: Sequence[Delivery]) -> OutboundMessage | None:
    """Render these rows, of one recipient and channel, as a message. None if nothing of them is wanted any more."""
    person = User.objects.get(pk=rows[0].recipient_id)
    with translation.override(person.message_language), use_zone_of(person):
        contents = _load_contents(rows, person)
        cancel_deliveries((row.pk for row in rows if row.pk not in contents), Problem.ANSWERED)
        current = [row for row in rows if row.pk in contents]
        if not current:
            return None
        send = _sender(current, person, [contents[row.pk] for row in current])
    if isinstance(send, str):
        cancel_deliveries((row.pk for row in current), send)
        if send in BROKEN:
            with write_transaction():
                record_channel_problem(person.pk, current[0].channel, current[0].push_subscription_id, send)
        return None
    return OutboundMessage(
        current[0].channel, tuple(row.pk for row in current), person.pk, current[0].push_subscription_id, send
    )


def _load_contents(rows: Sequence[Delivery], person: User) -> dict[int, NotificationContent]:
    """Return each row's content by its key, without those whose question has been answered."""
    notice_pks = [row.notification_id for row in rows if row.notification_id]
    notices = Notification.objects.filter(IS_RELEVANT, pk__in=notice_pks).select_related("table", "actor")
    by_notice = load_contents(list(notices), person, shared=rows[0].channel == WEBHOOK)
    by_row = {row.pk: by_notice.get(row.notification_id) if row.notification_id else _TEST for row in rows}
    return {pk: content for pk, content in by_row.items() if content is not None}


def _sender(
    rows: Sequence[Delivery], person: User, contents: Sequence[NotificationContent]
) -> Callable[[], DeliveryResult] | str:
    """Return a function that sends the rows, or the reason why they aren't sent."""
    row = rows[0]
    if row.channel == MAIL:
        return _by_mail(row, person, contents)
    if row.channel == PUSH:
        return _by_push(row, person, contents[0])
    return _by_webhook(row, person, contents[0])


def _by_mail(
    row: Delivery, person: User, contents: Sequence[NotificationContent]
) -> Callable[[], DeliveryResult] | str:
    if not (can_send_turn_emails() and list_turn_email_readers().filter(pk=person.pk).exists()):
        return Problem.OFF
    if is_suppressed(person.email):
        return Problem.BLOCKED
    language = person.message_language
    number = row.email_batch or row.pk
    letter = email.EmailDigest(
        number,
        email.sort_by_deadline(contents),
        person.email,
        person.name,
        language,
        make_unsubscribe_token(person),
        get_time_zone(person).key,
    )
    return partial(email.send_email, letter)


def _by_push(row: Delivery, person: User, content: NotificationContent) -> Callable[[], DeliveryResult] | str:
    device = PushSubscription.objects.select_related("user").filter(pk=row.push_subscription_id, user=person).first()
    if device is None or not is_push_available() or not person.is_active:
        return Problem.OFF
    if device.session_hash != person.get_session_auth_hash():  # the log-in was ended by a new password
        with write_lock():
            device.delete()
        return Problem.OFF
    if device.site_key not in ("", get_public_key(settings.VAPID_KEY)):
        return Problem.KEY  # the push service would refuse the message
    return webpush.build_push_message(device, content, count_unread(person.pk)).send


def _by_webhook(row: Delivery, person: User, content: NotificationContent) -> Callable[[], DeliveryResult] | str:
    preferences = chosen_webhooks().filter(user=person).first()
    if preferences is None:
        return Problem.OFF
    allowed = tuple(settings.OUTBOUND_ALLOWED_HOSTS)
    message = WebhookMessage(content, str(person), preferences.webhook_mention, str(row.pk))
    try:
        request = build_request(preferences.webhook_format, preferences.webhook_url, message)
    except FormatError:
        return Problem.FORBIDDEN
    return partial(webhook.send_webhook, request, allowed)
