"""Addresses under /accounts/: our pages ("accounts:…") and those of allauth's that we offer, under its own names."""

from collections.abc import Callable

from allauth.account import views as allauth_views
from django.http import HttpRequest, HttpResponseBase
from django.urls import include, path, re_path
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

from accounts.middleware.sanctions import sanction_exempt
from accounts.views import account_status, availability, data_export, mail_links, profile


def lazy_two_factor_view(name: str) -> Callable[[HttpRequest], HttpResponseBase]:
    """A page of the second factor. What they stand on (7 MB) is loaded when somebody first asks for one."""

    def view(request: HttpRequest) -> HttpResponseBase:
        page: HttpResponseBase = import_string(f"accounts.views.two_factor.{name}")(request)
        return page

    return view


own = [
    path("upgrade/", profile.upgrade_guest, name="claim_guest"),
    path("profile/", profile.profile, name="profile"),
    path("away/", availability.quiet_hours, name="time_off"),
    path("away/vacation/", availability.vacation_create, name="vacation_create"),
    path("away/vacation/end/", availability.vacation_end, name="vacation_end"),
    path("device/", profile.device_storage, name="device"),
    path("standing/", account_status.account_status, name="status"),
    path("standing/leave/", account_status.log_out_suspended, name="log_out_suspended"),
    path("data/", data_export.delete_account, name="delete"),
    path("data/export/", data_export.export, name="export"),
    path("email/", profile.email, name="email"),
    path("email/send/", mail_links.send_confirmation, name="send_confirmation"),
    path("mail/block/<str:token>/", mail_links.suppress, name="suppress_email"),
    path("mail/stop/<str:token>/", mail_links.unsubscribe, name="unsubscribe"),
]

urlpatterns = [
    path("", include((own, "accounts"))),
    path("signup/", profile.SignupView.as_view(), name="account_signup"),
    path("login/", sanction_exempt(profile.LoginView.as_view()), name="account_login"),
    path("logout/", sanction_exempt(profile.LogoutView.as_view()), name="account_logout"),
    path("email/confirm/<str:key>/", mail_links.confirm, name="account_confirm_email"),
    path("inactive/", RedirectView.as_view(pattern_name="accounts:status"), name="account_inactive"),
    path("reauthenticate/", lazy_two_factor_view("reauthenticate"), name="account_reauthenticate"),
    path("2fa/", lazy_two_factor_view("overview"), name="mfa_index"),
    path("2fa/code/", sanction_exempt(lazy_two_factor_view("authenticate")), name="mfa_authenticate"),
    path("2fa/again/", lazy_two_factor_view("reauthenticate_by_code"), name="mfa_reauthenticate"),
    path("2fa/app/", lazy_two_factor_view("activate"), name="mfa_activate_totp"),
    path("2fa/app/off/", lazy_two_factor_view("deactivate"), name="mfa_deactivate_totp"),
    path("2fa/spare/", lazy_two_factor_view("recovery_codes"), name="mfa_view_recovery_codes"),
    path("2fa/spare/new/", lazy_two_factor_view("generate_recovery_codes"), name="mfa_generate_recovery_codes"),
    path("password/change/", allauth_views.password_change, name="account_change_password"),
    # Only a guest has no password to change, and gets one by keeping the account.
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
