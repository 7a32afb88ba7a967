"""What people choose about notifications."""

import base64
import binascii
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.db.locking import write_lock
from games.notifications.backends.safe_http import SendError, parse_address
from games.notifications.models import NotificationSettings

POINT, SECRET = 65, 16  # bytes of a browser's two keys
_FORBIDDEN = _("Only addresses that begin with “https” and name no port, nor anybody's password.")


class WebhookForm(forms.Form):
    """`url` may stay empty where there is one already, which is shown to nobody."""

    on = forms.BooleanField(label=_("Notify me by this webhook"), required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=NotificationSettings.Format.choices)
    url = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def __init__(self, data: Any, *, chosen: NotificationSettings) -> None:
        self.chosen = chosen
        super().__init__(data, initial={"on": chosen.webhook, "kind": chosen.webhook_format})
        if chosen.webhook_url:
            self.fields["url"].help_text = _("Leave it empty to keep %(address)s.") % {"address": mask_address(chosen)}

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        if url:
            validate_address(url)
        return url

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("on") and not (data.get("url") or self.chosen.webhook_url) and "url" not in self.errors:
            self.add_error("url", _("Where to?"))
        return data

    def save(self) -> None:
        data = self.cleaned_data
        fields = {"webhook": data["on"], "webhook_format": data["kind"]}
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
    except SendError:
        raise ValidationError(_FORBIDDEN, code="forbidden") from None


def mask_address(chosen: NotificationSettings) -> str:
    """A webhook's address as far as its owner needs it to know it again."""
    return f"{urlsplit(chosen.webhook_url).netloc}/…{chosen.webhook_url[-4:]}"


def _key(text: str, length: int) -> str:
    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != length:
        raise ValidationError("no key", code="key")
    return text
