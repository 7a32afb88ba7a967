"""Forms for log-in, sign-up and passwords: allauth's with our rules."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.addresses import normalize_address
from accounts.codes import normalize_code
from accounts.mail import confirmation
from accounts.models import User
from accounts.services import signup, users
from accounts.services.availability import list_time_zones
from accounts.services.device_storage import set_storage_disabled

MAX_EMAIL_LENGTH = 254  # by the standards for mail
EMAIL_HELP = _(
    "Optional. We email you a link to confirm it; after that you can use it to log in and reset your password. "
    "We send nothing else "
    "there unless you choose so."
)
EMAIL_HELP_WITHOUT_MAIL = _("Optional: this site can’t send email at the moment, so the address isn’t used yet.")


def get_email_help() -> str:
    """Return the help text for an optional mail address."""
    return str(EMAIL_HELP if users.is_mail_configured() else EMAIL_HELP_WITHOUT_MAIL)


def validate_email_address(email: str) -> None:
    """Raise ValidationError for addresses that Django's validator accepts wrongly.

    Those are addresses too long for the column once in lower case, and a "ſ" or "İ" before the "@", which regular
    expressions match as "s" and "i".
    """
    if len(email.lower()) > MAX_EMAIL_LENGTH or not email.rpartition("@")[0].isascii():
        raise ValidationError(EmailValidator.message, code="invalid")


class NoPlaceholderMixin:
    """Removes placeholders, which repeat the labels and disappear when typing."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(NoPlaceholderMixin, allauth_forms.LoginForm):
    keep_nothing = forms.BooleanField(
        required=False,
        label=_("Don't store anything on this device"),
        help_text=_("For shared devices: no offline pages, no moves waiting to be sent."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or confirmed email")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["remember"].initial = True

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        response = super().login(request, redirect_url=redirect_url)
        # Set again after a second factor (accounts.views.two_factor).
        set_storage_disabled(request, self.cleaned_data["keep_nothing"])
        return response

    def clean_login(self) -> str:
        return User.normalize_username(super().clean_login())

    def user_credentials(self) -> dict[str, Any]:
        """Look up a mail address only as such: a second lookup as username would take longer if someone has it."""
        credentials = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials


class SignupForm(NoPlaceholderMixin, allauth_forms.SignupForm):
    invitation = forms.CharField(
        label=_("Invitation code"),
        max_length=100,
        help_text=_("You need an invitation to join this site. The code is at the end of the link you were sent."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput({"data-controller": "timezone"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_invitation()
        self.fields["username"].help_text = _("For logging in only. Up to 40 letters, digits and . + - _")
        self.fields["email"].label = _("Email")
        self.fields["email"].validators.append(validate_email_address)
        self.fields["email"].help_text = get_email_help()

    def _prepare_invitation(self) -> None:
        """Hide the code of a valid link, ask for one if it is needed, and drop the field on an open site."""
        code = self.data.get("invitation", "") if self.is_bound else self.initial.get("invitation", "")
        self.invited_by = signup.find_invitation(code)
        if self.invited_by:
            self.fields["invitation"].widget = forms.HiddenInput()
        elif signup.get_shown_rules().is_open:
            del self.fields["invitation"]

    def clean_time_zone(self) -> str:
        """Return the device's zone, which a script fills in; ignore anything else."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in list_time_zones() else ""

    def clean_invitation(self) -> str:
        if not self.invited_by:
            raise ValidationError(signup.UNUSABLE, code="invitation")
        return str(self.cleaned_data["invitation"])

    def save(self, request: HttpRequest) -> User:
        """Save the user like allauth, but the address through our service, under the write lock."""
        adapter = get_adapter()
        user: User = adapter.save_user(request, adapter.new_user(request), self)
        if user.email:
            users.change_email(user, user.email)
        return user


class ChangePasswordForm(NoPlaceholderMixin, allauth_forms.ChangePasswordForm):
    pass


class ResetPasswordKeyForm(NoPlaceholderMixin, allauth_forms.ResetPasswordKeyForm):
    pass


class ResetPasswordForm(NoPlaceholderMixin, allauth_forms.ResetPasswordForm):
    @property
    def is_mail_configured(self) -> bool:
        return users.is_mail_configured()

    def clean_email(self) -> str:
        """Skip allauth's lookup of accounts, whose duration would reveal whether there are any."""
        return normalize_address(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        confirmation.request_password_reset(request, self.cleaned_data["email"])
        return self.cleaned_data["email"]

    def clean(self) -> dict[str, Any] | None:
        if not self.is_mail_configured:
            raise ValidationError(_("This server can’t send email. Ask an admin for a link."))
        return super().clean()


class RequestLoginCodeForm(NoPlaceholderMixin, allauth_forms.RequestLoginCodeForm):
    def clean_email(self) -> str:
        """Find only the account that has confirmed the address.

        The view applies the rate limits, by address and client.
        """
        email = normalize_address(self.cleaned_data["email"])
        self._user = confirmation.get_confirmed_owner(email)
        return email


class NormalizedCodeMixin:
    """Compares codes without spaces, hyphens and invisible characters, and in any width."""

    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        self.cleaned_data["code"] = normalize_code(self.cleaned_data["code"])
        code: str = super().clean_code()  # type: ignore[misc]  # of the form it is mixed into
        return code


class ConfirmLoginCodeForm(NormalizedCodeMixin, NoPlaceholderMixin, allauth_forms.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}
