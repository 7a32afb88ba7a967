"""Forms of the admin's pages about people."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import REASON_LENGTH, Sanction, User
from accounts.staff import sanctions_in_force
from accounts.staff.sanctions import HOURS, NO_END


class UniqueUsernameMixin:
    """Validates a username typed by an admin, which must not look like another."""

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
    """The reason for a staff act."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_LENGTH,
        error_messages={"required": _("A reason is needed.")},
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )


class SanctionReasonForm(ReasonForm):
    """The category of a sanction, which everyone reads in their own language, and the reason for the person.

    `in_force` are the current sanctions of the same kind; the hidden field `seen` carries them, to detect changes.
    """

    category = forms.ChoiceField(label=_("Ground"), choices=[("", "–"), *Sanction.Category.choices])
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ("category", "hours", "reason", "replaces")

    def __init__(self, *args: Any, in_force: Sequence[Sanction] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("The person will read this exactly as you write it.")
        self.fields["seen"].initial = sanctions_in_force.serialize(in_force)
        if "hours" in self.fields and (label := sanctions_in_force.get_replace_label(in_force)):
            self.fields["replaces"] = forms.BooleanField(label=label, required=False)

    def show_in_force(self, in_force: Sequence[Sanction]) -> None:
        """Show the sanctions in force now after a refusal. Drop the confirmation if they have changed."""
        current = sanctions_in_force.serialize(in_force)
        is_unchanged = self.data.get("seen", "") == current
        self.data = {name: value for name, value in self.data.items() if is_unchanged or name != "replaces"} | {
            "seen": current
        }


class SanctionForm(SanctionReasonForm):
    hours = forms.TypedChoiceField(label=_("For"), coerce=int, choices=lambda: [*_spans(), (NO_END, _("permanent"))])


class SuspensionForm(SanctionReasonForm):
    """Suspensions with an end. One without is a ban, which has its own action."""

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
