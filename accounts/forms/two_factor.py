"""allauth's forms for codes of an authenticator app and recovery codes."""

from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms

from accounts.forms.auth import NormalizedCodeMixin


class AuthenticateForm(NormalizedCodeMixin, mfa_forms.AuthenticateForm):
    pass


class ReauthenticateForm(NormalizedCodeMixin, mfa_forms.ReauthenticateForm):
    pass


class ActivateTOTPForm(NormalizedCodeMixin, totp_forms.ActivateTOTPForm):
    pass
