"""The forms of the admin's pages about people."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import REASON_LENGTH, Sanction, User
from accounts.staff.sanctions import HOURS, NO_END


class UniqueUsernameMixin:
    """A username typed by an admin, held apart from those that look like it."""

    cleaned_data: dict[str, Any]
    instance: User

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.is_username_taken(username, but=self.instance):
            raise ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")
        return username


class PersonForm(UniqueUsernameMixin, UserChangeForm):  # type: ignore[type-arg]  # generic for the type checker only
    class Meta(UserChangeForm.Meta):
        model = User


class NewPersonForm(UniqueUsernameMixin, AdminUserCreationForm):  # type: ignore[type-arg]
    class Meta(AdminUserCreationForm.Meta):
        model = User


class ReasonForm(forms.Form):
    """Why staff do something to somebody."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        error_messages={"required": _("A reason is needed.")},
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )


class SanctionReasonForm(ReasonForm):
    """What it is for, by kinds that everybody reads in their own language, and a word to the person."""

    category = forms.ChoiceField(label=_("Ground"), choices=[("", "–"), *Sanction.Category.choices])
    field_order = ("category", "hours", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("The person reads this, as you write it.")


class SanctionForm(SanctionReasonForm):
    hours = forms.TypedChoiceField(label=_("For"), coerce=int, choices=lambda: [*_spans(), (NO_END, _("without end"))])


class SuspensionForm(SanctionReasonForm):
    """One without an end is a ban, which is chosen by its name."""

    hours = forms.TypedChoiceField(label=_("For"), coerce=int, choices=lambda: _spans())


def _spans() -> list[tuple[int, str]]:
    return [
        (hours, ngettext("%d hour", "%d hours", hours) % hours)
        if hours < 24
        else (hours, ngettext("%d day", "%d days", hours // 24) % (hours // 24))
        for hours in HOURS
    ]


class RenameForm(ReasonForm):
    name = forms.CharField(label=_("Display name"), widget=forms.TextInput({"class": "vTextField"}))
    field_order = ("name", "reason")
