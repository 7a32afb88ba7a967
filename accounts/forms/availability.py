"""Forms for quiet hours and vacations."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import availability


class QuietHoursForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """A time zone, and the daily hours during which slow clocks pause."""

    class Meta:
        model = User
        fields = ("time_zone", "quiet_hours_start", "quiet_hours_end")

    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    quiet_hours_start = forms.TimeField(label=_("Quiet from"), required=False)
    quiet_hours_end = forms.TimeField(label=_("Quiet until"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        as_here = _("As the site: %(zone)s") % {"zone": settings.TIME_ZONE}
        zone.choices = [("", as_here), *((name, name) for name in availability.list_time_zones())]
        if not self.instance.time_zone and self.instance.quiet_hours_start is None:
            zone.widget.attrs["data-controller"] = "timezone"  # a script selects the device's zone
        for name in ("quiet_hours_start", "quiet_hours_end"):
            self.fields[name].widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            availability.check_quiet_hours(data.get("quiet_hours_start"), data.get("quiet_hours_end"))
        return data

    def try_save(self) -> bool:
        """Save the fields changed in this form. Return whether that worked; if not, the form has the errors.

        Raises PermissionDenied for a suspended or deleted account.
        """
        changes = {name: self.cleaned_data[name] for name in self.changed_data}
        try:
            availability.change_quiet_hours(person=self.instance, changes=changes)
        except ValidationError as problem:
            self.add_error(None, problem)
            return False
        return True


class VacationForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def try_save(self) -> bool:
        """Take the vacation. Return whether that worked; if not, the form has the errors."""
        try:
            availability.take_vacation(
                person=self.person, first=self.cleaned_data["first"], last=self.cleaned_data["last"]
            )
        except ValidationError as problem:
            self.add_error(None, problem)
            return False
        return True
