"""The allauth pages on offer, below /account/, with allauth's own URL names: "account_login", "mfa_index"."""

from collections.abc import Callable

from allauth.account import views as allauth_views
from django.http import HttpRequest, HttpResponseBase
from django.urls import path, re_path
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

from accounts.middleware.sanctions import sanction_exempt
from accounts.views import login_code, mail_links, profile


def lazy_view(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view of two-factor or passkey pages that is imported on first use: its dependencies take 7 MB."""

    def view(request: HttpRequest, **kwargs: int) -> HttpResponseBase:
        page: HttpResponseBase = import_string(f"accounts.views.{name}")(request, **kwargs)
        return page

    return view


urlpatterns = [
    path("signup/", profile.SignupView.as_view(), name="account_signup"),
    path("login/", sanction_exempt(profile.LoginView.as_view()), name="account_login"),
    path("logout/", sanction_exempt(profile.LogoutView.as_view()), name="account_logout"),
    path("inactive/", RedirectView.as_view(pattern_name="accounts:status"), name="account_inactive"),
    path("email/confirm/<str:key>/", mail_links.confirm, name="account_confirm_email"),
    path("reauthenticate/", lazy_view("two_factor.reauthenticate"), name="account_reauthenticate"),
    path("2fa/", RedirectView.as_view(pattern_name="accounts:security"), name="mfa_index"),
    path("2fa/authenticate/", sanction_exempt(lazy_view("two_factor.authenticate")), name="mfa_authenticate"),
    path("2fa/reauthenticate/", lazy_view("two_factor.reauthenticate_by_code"), name="mfa_reauthenticate"),
    path("2fa/totp/activate/", lazy_view("two_factor.activate"), name="mfa_activate_totp"),
    path("2fa/totp/deactivate/", lazy_view("two_factor.deactivate"), name="mfa_deactivate_totp"),
    path("2fa/recovery-codes/", lazy_view("two_factor.recovery_codes"), name="mfa_view_recovery_codes"),
    path(
        "2fa/recovery-codes/generate/",
        lazy_view("two_factor.generate_recovery_codes"),
        name="mfa_generate_recovery_codes",
    ),
    path("passkeys/log-in/", sanction_exempt(lazy_view("passkeys.log_in")), name="mfa_login_webauthn"),
    path("passkeys/add/", lazy_view("passkeys.add"), name="mfa_add_webauthn"),
    path("passkeys/reauthenticate/", lazy_view("passkeys.reauthenticate"), name="mfa_reauthenticate_webauthn"),
    path("passkeys/<int:pk>/remove/", lazy_view("passkeys.remove"), name="mfa_remove_webauthn"),
    path("login/code/", sanction_exempt(login_code.request_code), name="account_request_login_code"),
    path("login/code/confirm/", sanction_exempt(login_code.confirm_code), name="account_confirm_login_code"),
    path("password/change/", allauth_views.password_change, name="account_change_password"),
    # Only guests have no password to change; they get one by keeping their account.
    path("password/set/", RedirectView.as_view(pattern_name="accounts:claim_guest"), name="account_set_password"),
    path("password/reset/", profile.PasswordResetView.as_view(), name="account_reset_password"),
    path("password/reset/done/", allauth_views.password_reset_done, name="account_reset_password_done"),
    path(
        "password/reset/key/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
]
