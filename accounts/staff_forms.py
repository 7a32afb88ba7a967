"""The forms of the admin's pages about people."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import suspension
from accounts.models import User


class UsernameKept:
    """A username typed by an admin, held apart from those that look like it."""

    cleaned_data: dict[str, Any]
    instance: User

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.username_taken(username, but=self.instance):
            raise ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")
        return username


class PersonForm(UsernameKept, UserChangeForm):  # type: ignore[type-arg]  # generic for the type checker only
    class Meta(UserChangeForm.Meta):
        model = User


class NewPersonForm(UsernameKept, AdminUserCreationForm):  # type: ignore[type-arg]
    class Meta(AdminUserCreationForm.Meta):
        model = User


class ReasonForm(forms.Form):
    """Why staff do something to somebody."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=suspension.REASON_LENGTH,
        error_messages={"required": _("A reason is needed.")},
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )


class SuspendForm(ReasonForm):
    hide_name = forms.BooleanField(label=_("Put a friendly name in place of this one"), required=False)


class RenameForm(ReasonForm):
    name = forms.CharField(label=_("Display name"), widget=forms.TextInput({"class": "vTextField"}))
    field_order = ("name", "reason")
