"""Forms for passkeys, based on allauth's. The browser's answer is in a hidden field."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.forms import HiddenInput
from django.utils.translation import gettext as _

from accounts import passkeys
from accounts.forms.json_fields import BoundedJSONField
from accounts.services.passkey_answers import NOT_ACCEPTED, TOO_MANY, record_answer

NAME_LENGTH = 40


@contextmanager
def _as_answer() -> Iterator[None]:
    """Turn exceptions of allauth and fido2 about malformed answers into ValidationError."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise ValidationError(NOT_ACCEPTED, code="odd") from None


class AddPasskeyForm(allauth_forms.AddWebAuthnForm):
    """Adds a passkey that opens the account alone, so its device must have asked for PIN, finger or face."""

    credential = BoundedJSONField(widget=HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].label = _("Name of this passkey")
        self.fields["name"].help_text = _("To recognize it later: “Phone”, “Laptop” …")
        self.fields["name"].max_length = NAME_LENGTH
        self.fields["name"].widget.attrs |= {"maxlength": NAME_LENGTH, "autocomplete": "off"}

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return "".join(sign for sign in name if sign.isprintable())[:NAME_LENGTH]

    def clean(self) -> dict[str, Any]:
        if passkeys.get_passkeys(self.user).count() >= passkeys.MAX_PASSKEYS:  # checked again under the lock
            raise ValidationError(TOO_MANY, code="many")
        self.cleaned_data["passwordless"] = True
        with _as_answer():
            return super().clean()


class RecordAnswerMixin:
    """Accepts each answer once, for log-ins and reauthentication."""

    cleaned_data: dict[str, Any]

    def clean_credential(self) -> Authenticator:
        answer = self.cleaned_data["credential"]
        with _as_answer():
            row: Authenticator = super().clean_credential()  # type: ignore[misc]  # the form's
            record_answer(row, answer)
        return row


class LoginPasskeyForm(RecordAnswerMixin, allauth_forms.LoginWebAuthnForm):
    credential = BoundedJSONField(widget=HiddenInput)


class ReauthenticatePasskeyForm(RecordAnswerMixin, allauth_forms.ReauthenticateWebAuthnForm):
    credential = BoundedJSONField(widget=HiddenInput)
