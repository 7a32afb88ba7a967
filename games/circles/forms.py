"""The forms of a circle: its name, a table for it, and where its turns are told."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.catalog import registry
from games.circles.models import NAME_LENGTH, Format
from games.notifications.forms import validate_address, validate_format
from games.tables.forms.short_form import ShortTableForm


class CircleForm(forms.Form):
    """What a circle is called."""

    name = forms.CharField(label=_("Name of the circle"), max_length=NAME_LENGTH)

    def clean_name(self) -> str:
        name: str = unicodedata.normalize("NFC", self.cleaned_data["name"]).strip()
        if not name or not name.isprintable():
            raise ValidationError(_("Please choose a name without invisible characters."))
        return name


class CircleTableForm(ShortTableForm):
    """A table for the circle: besides, how many may sit there."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = max(meta.seats_max for meta in registry.list_metadata().values())
        seats = self.fields["seats"]
        assert isinstance(seats, forms.ChoiceField)
        seats.choices = [("", _("as usual for the game")), *((n, n) for n in range(2, most + 1))]


class CircleWebhookForm(forms.Form):
    """Where the circle's turns are told, and in which shape."""

    format = forms.ChoiceField(label=_("Kind"), choices=Format.choices)
    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        validate_address(url)
        if kind := self.cleaned_data.get("format"):
            validate_format(kind, url)
        return url
