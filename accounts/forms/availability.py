"""The forms of quiet hours and vacations."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import availability, users


class QuietHoursForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for the type checker only
    """A time zone, and the hours of each day in which slow clocks stand still."""

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
            zone.widget.attrs["data-controller"] = "timezone"  # a script chooses the device's
        for name in ("quiet_hours_start", "quiet_hours_end"):
            self.fields[name].widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        begins, ends = data.get("quiet_hours_start"), data.get("quiet_hours_end")
        if self.errors or (begins is None and ends is None):
            return data
        if begins is None or ends is None:
            raise ValidationError(_("Please give both times, or none."), code="both")
        if not 0 < availability.count_quiet_minutes(begins, ends) <= availability.MAX_QUIET_MINUTES:
            raise ValidationError(_("Quiet hours can be ten hours a day at most."), code="long")
        return data

    def save(self, commit: bool = True) -> User:
        """What was changed here, and nothing else. Raises PermissionDenied for whoever is suspended meanwhile."""
        person: User = self.instance
        users.update_user(person=person, fields=self.changed_data)
        return person


class VacationForm(forms.Form):
    """From the first to the last day."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def try_save(self) -> bool:
        """Whether the vacation could be had; if not, the form says why."""
        try:
            availability.take_vacation(
                person=self.person, first=self.cleaned_data["first"], last=self.cleaned_data["last"]
            )
        except ValidationError as problem:
            self.add_error(None, problem)
            return False
        return True
