"""Push messages: encrypted for one browser and signed with this site's key (RFC 8291, 8292)."""

import base64
import json
import time
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings

from games.notifications.backends.webhook import post_message
from games.notifications.content import NotificationContent
from games.notifications.messages import DeliveryResult
from games.notifications.models import Delivery, Notification, PushSubscription

DAY = 24 * 60 * 60
SIGNED_SECONDS = DAY // 2  # validity of a signature; services allow a day


@dataclass(frozen=True, slots=True)
class PushMessage:
    """All data of a push message, so that it can be sent without the database.

    It has the subscription, the content for the service worker (games/pwa/static/pwa/lib/push_messages.js), and how
    many seconds the service keeps it for an offline browser. The push service can't read `content`. Of messages with
    the same `topic` it keeps only the last; "" for none.
    """

    endpoint: str
    p256dh: str
    auth: str
    content: bytes
    topic: str
    is_urgent: bool
    ttl: int
    key: str = field(repr=False)  # the site's private key
    sender: str  # contact for push services
    allowed: tuple[str, ...]

    def send(self) -> DeliveryResult:
        from pywebpush import WebPusher, WebPushException  # takes 34 MB, and is only needed for sending

        subscription = {"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}}
        try:
            encrypted = WebPusher(subscription).encode(self.content, "aes128gcm")["body"]
        except (ValueError, WebPushException):  # not keys of a browser
            return DeliveryResult(Delivery.Problem.REFUSED, is_final=True)
        return post_message(self.endpoint, encrypted, self.allowed, self._headers())

    def _headers(self) -> dict[str, str]:
        from py_vapid import Vapid02

        parts, until = urlsplit(self.endpoint), int(time.time()) + SIGNED_SECONDS
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self.sender, "exp": until}
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(self.ttl),
            "Urgency": "high" if self.is_urgent else "normal",
            **Vapid02.from_raw(self.key.encode()).sign(claims),
        }
        return headers | ({"Topic": self.topic} if self.topic else {})


def build_push_message(device: PushSubscription, content: NotificationContent, unread: int) -> PushMessage:
    """Build the message for a device, in the active language. `unread` is the number to show on the app's icon."""
    payload = {
        "title": content.headline,
        "body": content.details,
        "path": content.path or urlsplit(content.link).path,
        "unread": unread,
        "tag": content.table or content.kind,
        "person": device.user.public_id,  # someone else may have logged in there since
    }
    return PushMessage(
        endpoint=device.endpoint,
        p256dh=device.p256dh,
        auth=device.auth,
        content=json.dumps(payload, ensure_ascii=False).encode(),
        topic=content.table,
        is_urgent=content.kind == Notification.Kind.REMINDER,
        ttl=_time_to_live(content),
        key=settings.VAPID_KEY,
        sender=_get_contact(),
        allowed=tuple(settings.OUTBOUND_ALLOWED_HOSTS),
    )


def _time_to_live(content: NotificationContent) -> int:
    """Return the seconds for which the question can be answered."""
    seconds = content.deadline.timestamp() - time.time() if content.deadline else DAY
    return max(60, min(int(seconds), 7 * DAY))


def _get_contact() -> str:
    """Return the contact for push services."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return "mailto:" + settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")


@cache
def get_public_key(key: str) -> str:
    """Return the public key that browsers subscribe with: the private key's curve point, as base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)), "big")
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
