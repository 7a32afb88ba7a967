"""Forms for notification settings."""

import base64
import binascii
import secrets
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notifications.backends.safe_http import SendError, parse_address
from games.notifications.backends.webhook import WebhookMessage, send_webhook
from games.notifications.backends.webhook_service import FormatError
from games.notifications.backends.webhooks import build_request, is_mention, list_services
from games.notifications.content import TEST, NotificationContent
from games.notifications.models import Delivery, NotificationSettings
from games.notifications.services import save_webhook

POINT, SECRET = 65, 16  # bytes of a browser's two keys
_REFUSED = {  # why an address is refused
    "address": _("This isn’t an address: it needs a host, and can’t contain spaces or accented letters."),
    "password": _("Leave name and password out of the address."),
    "scheme": _(
        "Use “https”: “http” is allowed only for hosts of the site’s own network that the operator has listed."
    ),
    "port": _(
        "This port is only allowed for hosts of the site’s own network that the operator has listed. Leave it out."
    ),
}


def list_formats() -> list[tuple[str, str | Promise]]:
    return [(service.key, service.name) for service in list_services().values()]


def describe_mentions() -> str:
    hints = [f"{service.name}: {service.mention_hint}" for service in list_services().values() if service.mention_hint]
    return _("Optional. Mentions you in the message. %(hints)s.") % {"hints": " · ".join(hints)}


class WebhookForm(forms.Form):
    """Settings of the webhook. `url` may stay empty to keep the saved address, which is never shown."""

    on = forms.BooleanField(label=_("Notify me by this webhook"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=list_formats)
    mention = forms.CharField(
        label=_("Your name there"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    url = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def __init__(self, data: Any, *, preferences: NotificationSettings) -> None:
        self.preferences = preferences
        super().__init__(data, initial=_get_initial(preferences))
        self.fields["mention"].help_text = describe_mentions()
        if preferences.webhook_url:
            self.fields["url"].help_text = _("Leave it empty to keep %(address)s.") % {
                "address": mask_address(preferences.webhook_url)
            }

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        if url:
            validate_address(url)
        return url

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        kind, url, mention = (
            data.get("kind", ""),
            data.get("url") or self.preferences.webhook_url,
            data.get("mention", ""),
        )
        if mention and not is_mention(kind, mention):
            self.add_error("mention", _("This service mentions people in another way."))
        if kind and url and "url" not in self.errors:
            try:
                validate_format(kind, url)
            except ValidationError as problem:
                self.add_error("url", problem)
        if data.get("on") and not (data.get("url") or self.preferences.webhook_url) and "url" not in self.errors:
            self.add_error("url", _("Where to?"))
        return data

    def send_test(self) -> bool:
        """Send a test message with the form's values, saved or not.

        Return whether it arrived; if not, the form has the error.
        """
        url, data = self.cleaned_data["url"] or self.preferences.webhook_url, self.cleaned_data
        return send_form_test(self, data["kind"], url, str(self.preferences.user), data.get("mention", ""))

    def save(self) -> None:
        """Save the choices. A new address switches the webhook on."""
        data = self.cleaned_data
        is_on = data["on"] or bool(data["url"])
        fields = {"webhook": is_on, "webhook_format": data["kind"], "webhook_mention": data["mention"]}
        fields |= {"webhook_url": data["url"]} if data["url"] else {}
        save_webhook(self.preferences.user, **fields)


class SubscriptionForm(forms.Form):
    """A browser's push subscription."""

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
    """Raise ValidationError for addresses that are never allowed. Names are resolved only when sending."""
    try:
        parse_address(url, settings.OUTBOUND_ALLOWED_HOSTS)
    except SendError as refusal:
        raise ValidationError(_REFUSED[refusal.reason], code="forbidden") from None


def validate_format(kind: str, url: str) -> None:
    """Raise ValidationError for a URL that can't belong to that service."""
    try:
        build_request(kind, url, WebhookMessage(NotificationContent(TEST), "", "", ""))
    except FormatError:
        raise ValidationError(str(list_services()[kind].address_hint), code="format") from None


def send_form_test(form: forms.Form, kind: str, url: str, called: str, mention: str = "") -> bool:
    """Send a test message to a webhook. Return whether it arrived; if not, add the error to the field `url`.

    Takes as long as the other side, up to five seconds.
    """
    if not url:
        form.add_error("url", _("Where to?"))
        return False
    message = WebhookMessage(NotificationContent(TEST), called, mention, secrets.token_hex(8))
    outcome = send_webhook(build_request(kind, url, message), tuple(settings.OUTBOUND_ALLOWED_HOSTS))
    if outcome.problem:
        why = str(Delivery.Problem(outcome.problem).label) + (f" (HTTP {outcome.status})" if outcome.status else "")
        form.add_error("url", _("The test wasn’t sent: %(why)s.") % {"why": why})
    return not outcome.problem


def mask_address(url: str) -> str:
    """Return enough of a webhook's address for its owner to recognise it."""
    return f"{urlsplit(url).netloc}/…{url[-4:]}"


def _get_initial(preferences: NotificationSettings) -> dict[str, Any]:
    return {"on": preferences.webhook, "kind": preferences.webhook_format, "mention": preferences.webhook_mention}


def _key(text: str, length: int) -> str:
    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != length:
        raise ValidationError("no key", code="key")
    return text
