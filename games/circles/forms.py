"""Forms for circles: name, tables, webhook."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.public_names import clean_public_name
from games.catalog import registry
from games.circles.models import NAME_LENGTH, CircleWebhook
from games.notifications.forms import list_formats, mask_address, send_form_test, validate_address, validate_format
from games.tables.forms.short_form import ShortTableForm


class CircleForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the circle"), max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def clean_name(self) -> str:
        return clean_public_name(self.cleaned_data["name"], NAME_LENGTH)


class CircleTableForm(ShortTableForm):
    """A table for the circle, with a choice of seats."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        max_seats = max(meta.seats_max for meta in registry.list_metadata().values())
        seats = self.fields["seats"]
        assert isinstance(seats, forms.ChoiceField)
        seats.choices = [("", _("as usual for the game")), *((n, n) for n in range(2, max_seats + 1))]

    def clean_seats(self) -> int | None:
        seats: int | None = self.cleaned_data["seats"]
        if seats and "game" in self.cleaned_data and seats != self.fit_seats(seats):
            raise ValidationError(_("This game can’t be played by that many."), code="seats")
        return seats


class CircleWebhookForm(forms.Form):
    """The circle's webhook: address and format.

    `url` may stay empty to keep the saved address, which is never shown.
    """

    format = forms.ChoiceField(label=_("Kind"), choices=list_formats)
    url = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def __init__(self, data: Any, *, webhook: CircleWebhook | None) -> None:
        self._saved_url = webhook.url if webhook else ""
        super().__init__(data, initial={"format": webhook.format} if webhook else None)
        if webhook:
            self.fields["url"].help_text = _("Leave it empty to keep %(address)s.") % {
                "address": mask_address(webhook.url)
            }

    def clean_url(self) -> str:
        """Return the typed address, or else the saved one."""
        url: str = self.cleaned_data["url"].strip() or self._saved_url
        if not url:
            raise ValidationError(_("Where to?"), code="required")
        validate_address(url)
        if kind := self.cleaned_data.get("format"):
            validate_format(kind, url)
        return url

    def send_test(self, circle: str) -> bool:
        """Send a test message with the form's values, saved or not.

        Return whether it arrived; if not, the form has the error.
        """
        return send_form_test(self, self.cleaned_data["format"], self.cleaned_data["url"], circle)
