"""The forms of passkeys: allauth's. What the browser has made stands in a hidden field."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import passkeys

NAME_LENGTH = 40


@contextmanager
def _as_answer() -> Iterator[None]:
    """What no browser has made is a wrong answer: allauth and fido2 trip over some of it."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise ValidationError(_("This passkey was not accepted. Please try again."), code="odd") from None


class AddPasskeyForm(allauth_forms.AddWebAuthnForm):
    """Every key added here opens the account alone, so its device must have asked for PIN, finger or face."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].label = _("Name of this passkey")
        self.fields["name"].help_text = _("So that you know it again: “Phone”, “Laptop” …")
        self.fields["name"].max_length = NAME_LENGTH
        self.fields["name"].widget.attrs |= {"maxlength": NAME_LENGTH, "autocomplete": "off"}

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return "".join(sign for sign in name if sign.isprintable())[:NAME_LENGTH]

    def clean(self) -> dict[str, Any]:
        if passkeys.get_passkeys(self.user).count() >= passkeys.MAX_PASSKEYS:
            raise ValidationError(_("You have as many passkeys as one can have. Please remove one first."), code="many")
        self.cleaned_data["passwordless"] = True
        with _as_answer():
            return super().clean()


class LoginPasskeyForm(allauth_forms.LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        with _as_answer():
            return super().clean_credential()


class ReauthenticatePasskeyForm(allauth_forms.ReauthenticateWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        with _as_answer():
            return super().clean_credential()
