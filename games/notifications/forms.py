"""What people choose about notifications."""

import base64
import binascii
import secrets
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.db.locking import write_lock
from games.notifications.backends.safe_http import SendError, parse_address
from games.notifications.backends.webhook import send_webhook
from games.notifications.backends.webhook_formats import (
    FormatError,
    WebhookMessage,
    build_request,
    is_mention,
)
from games.notifications.content import TEST, NotificationContent
from games.notifications.messages import DeliveryResult
from games.notifications.models import NotificationSettings

Format = NotificationSettings.Format
POINT, SECRET = 65, 16  # bytes of a browser's two keys
_REFUSED = {  # why nothing is sent to an address
    "address": _("This is no address: it needs a host, and can have neither blanks nor letters with accents."),
    "password": _("Leave name and password out of the address."),
    "scheme": _("“https” is needed: “http” is only sent to hosts of the own network that the operator has listed."),
    "port": _("This port is only allowed at hosts of the own network that the operator has listed. Leave it out."),
}
_FORMAT_REFUSED = {
    Format.TELEGRAM: _("Telegram’s address has “/bot…/sendMessage” and “?chat_id=…”."),
    Format.MATRIX: _("Matrix’s address has “/_matrix/client/v3/rooms/…” and “?access_token=…”."),
    Format.NTFY: _("ntfy’s address ends with the name of a topic."),
}
_MENTION_HELP = _(
    "So that the service calls you: Discord’s user ID (digits), Slack’s member ID (U…), "
    "@name in Mattermost and Telegram, @name:server in Matrix. You can leave it empty."
)


class WebhookForm(forms.Form):
    """`url` may stay empty where there is one already, which is shown to nobody."""

    on = forms.BooleanField(label=_("Notify me by this webhook"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=NotificationSettings.Format.choices)
    mention = forms.CharField(
        label=_("Your name there"),
        required=False,
        max_length=100,
        help_text=_MENTION_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    url = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def __init__(self, data: Any, *, chosen: NotificationSettings) -> None:
        self.chosen = chosen
        super().__init__(data, initial=_get_initial(chosen))
        if chosen.webhook_url:
            self.fields["url"].help_text = _("Leave it empty to keep %(address)s.") % {"address": mask_address(chosen)}

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        if url:
            validate_address(url)
        return url

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        kind, url, mention = data.get("kind", ""), data.get("url") or self.chosen.webhook_url, data.get("mention", "")
        if mention and not is_mention(kind, mention):
            self.add_error("mention", _("This service doesn’t call people so."))
        if kind and url and "url" not in self.errors:
            try:
                validate_format(kind, url)
            except ValidationError as problem:
                self.add_error("url", problem)
        if data.get("on") and not (data.get("url") or self.chosen.webhook_url) and "url" not in self.errors:
            self.add_error("url", _("Where to?"))
        return data

    def _test_message(self) -> WebhookMessage:
        told = NotificationContent(TEST)
        return WebhookMessage(told, str(self.chosen.user), self.cleaned_data.get("mention", ""), secrets.token_hex(8))

    def send_test(self) -> DeliveryResult:
        """A message as the form stands, saved or not. Takes as long as the other side, five seconds at most."""
        url = self.cleaned_data["url"] or self.chosen.webhook_url
        request = build_request(self.cleaned_data["kind"], url, self._test_message())
        return send_webhook(request, tuple(settings.OUTBOUND_ALLOWED_HOSTS))

    def save(self) -> None:
        data = self.cleaned_data
        fields = {"webhook": data["on"], "webhook_format": data["kind"], "webhook_mention": data["mention"]}
        fields |= {"webhook_url": data["url"]} if data["url"] else {}
        with write_lock():
            NotificationSettings.objects.update_or_create(fields, user=self.chosen.user)


class SubscriptionForm(forms.Form):
    """What a browser says of its subscription to push messages."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        validate_address(self.cleaned_data["endpoint"])
        return str(self.cleaned_data["endpoint"])

    def clean_p256dh(self) -> str:
        return _key(self.cleaned_data["p256dh"], POINT)

    def clean_auth(self) -> str:
        return _key(self.cleaned_data["auth"], SECRET)


def validate_address(url: str) -> None:
    """Raises ValidationError where nothing would ever be sent to. Names are looked up only when something is sent."""
    try:
        parse_address(url, settings.OUTBOUND_ALLOWED_HOSTS)
    except SendError as refusal:
        raise ValidationError(_REFUSED[refusal.reason], code="forbidden") from None


def validate_format(kind: str, url: str) -> None:
    """Raises ValidationError for an address that can't be one of that service's."""
    try:
        build_request(kind, url, WebhookMessage(NotificationContent(TEST), "", "", ""))
    except FormatError:
        raise ValidationError(_FORMAT_REFUSED[Format(kind)], code="format") from None


def mask_address(chosen: NotificationSettings) -> str:
    """A webhook's address as far as its owner needs it to know it again."""
    return f"{urlsplit(chosen.webhook_url).netloc}/…{chosen.webhook_url[-4:]}"


def _get_initial(chosen: NotificationSettings) -> dict[str, Any]:
    return {"on": chosen.webhook, "kind": chosen.webhook_format, "mention": chosen.webhook_mention}


def _key(text: str, length: int) -> str:
    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != length:
        raise ValidationError("no key", code="key")
    return text
