"""The forms of logging in, signing up and passwords: allauth's with our rules."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.mail import confirmation
from accounts.models import User
from accounts.services import users
from accounts.services.device_storage import set_storage_disabled

MAX_EMAIL_LENGTH = 254  # the longest there is
EMAIL_HELP = _(
    "Optional. We mail you a link to confirm it; after that you can log in and reset your password with it. "
    "Nothing else is sent there unless you choose so."
)
EMAIL_HELP_WITHOUT_MAIL = _("Optional: this site sends no mail at present, so an address is not used yet.")


def get_email_help() -> str:
    """What an address is good for, where it is asked for."""
    return str(EMAIL_HELP if users.is_mail_configured() else EMAIL_HELP_WITHOUT_MAIL)


def validate_email_address(email: str) -> None:
    """Raises ValidationError for what Django's own check lets through: too long for its column once it is in small
    letters, or a "ſ" or "İ" before the "@", which to a regular expression are an s and an i."""
    if len(email.lower()) > MAX_EMAIL_LENGTH or not email.rpartition("@")[0].isascii():
        raise ValidationError(EmailValidator.message, code="invalid")


class NoPlaceholderMixin:
    """Labels say what a field is; placeholders that repeat them only hide it once one types."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(NoPlaceholderMixin, allauth_forms.LoginForm):
    keep_nothing = forms.BooleanField(
        required=False,
        label=_("Don't store anything on this device"),
        help_text=_("For shared devices: no offline pages, no moves that wait to be sent."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or confirmed email")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["remember"].initial = True

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> Any:
        response = super().login(request, redirect_url=redirect_url)
        set_storage_disabled(request, self.cleaned_data["keep_nothing"])  # or in a moment, with a second factor
        return response

    def clean_login(self) -> str:
        return User.normalize_username(super().clean_login())

    def user_credentials(self) -> dict[str, Any]:
        """A mail address is no username: looking it up as both would take longer when somebody has it."""
        credentials = super().user_credentials()
        if "email" in credentials:
            del credentials["username"]
        return credentials


class SignupForm(NoPlaceholderMixin, allauth_forms.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("For logging in only. Up to 40 letters, digits and . + - _")
        self.fields["email"].label = _("Email")
        self.fields["email"].validators.append(validate_email_address)
        self.fields["email"].help_text = get_email_help()

    def save(self, request: HttpRequest) -> User:
        """As allauth's, but the address is written by our service: under the write lock, as the person is."""
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
        """Never allauth's, which looks for the accounts here: the time that takes would tell of them."""
        return self.cleaned_data["email"].lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        confirmation.request_password_reset(request, self.cleaned_data["email"])
        return self.cleaned_data["email"]

    def clean(self) -> dict[str, Any] | None:
        if not self.is_mail_configured:
            raise ValidationError(_("This server sends no mail. Ask an admin for a link."))
        return super().clean()


class RequestLoginCodeForm(NoPlaceholderMixin, allauth_forms.RequestLoginCodeForm):
    def clean_email(self) -> str:
        """Only the account that has confirmed the address; the view counts, by address and client."""
        email: str = self.cleaned_data["email"].lower()
        self._user = confirmation.get_confirmed_owner(email)
        return email


class ConfirmLoginCodeForm(NoPlaceholderMixin, allauth_forms.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}
