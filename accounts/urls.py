"""Addresses under /accounts/: our pages ("accounts:…") and those of allauth's that we offer, under its own names."""

from collections.abc import Callable

from allauth.account import views as allauth_views
from django.http import HttpRequest, HttpResponseBase
from django.urls import include, path, re_path
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

from accounts import away_views, mail_views, own_data_views, standing_views, views
from accounts.gate import past_the_gate


def factor(name: str) -> Callable[[HttpRequest], HttpResponseBase]:
    """A page of the second factor. What they stand on (7 MB) is loaded when somebody first asks for one."""

    def view(request: HttpRequest) -> HttpResponseBase:
        page: HttpResponseBase = import_string(f"accounts.factor_views.{name}")(request)
        return page

    return view


own = [
    path("upgrade/", views.upgrade, name="upgrade"),
    path("profile/", views.profile, name="profile"),
    path("away/", away_views.quiet, name="away"),
    path("away/vacation/", away_views.vacation, name="vacation"),
    path("away/vacation/end/", away_views.vacation_end, name="vacation_end"),
    path("device/", views.device, name="device"),
    path("standing/", standing_views.standing, name="standing"),
    path("standing/leave/", standing_views.leave, name="leave"),
    path("data/", own_data_views.erase, name="erase"),
    path("data/export/", own_data_views.export, name="export"),
    path("email/", views.email, name="email"),
    path("email/send/", mail_views.send_confirmation, name="send_confirmation"),
    path("mail/block/<str:token>/", mail_views.block, name="block"),
    path("mail/stop/<str:token>/", mail_views.stop, name="stop"),
]

urlpatterns = [
    path("", include((own, "accounts"))),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", past_the_gate(views.LoginView.as_view()), name="account_login"),
    path("logout/", past_the_gate(views.LogoutView.as_view()), name="account_logout"),
    path("email/confirm/<str:key>/", mail_views.confirm, name="account_confirm_email"),
    path("inactive/", RedirectView.as_view(pattern_name="accounts:standing"), name="account_inactive"),
    path("reauthenticate/", factor("reauthenticate"), name="account_reauthenticate"),
    path("2fa/", factor("overview"), name="mfa_index"),
    path("2fa/code/", past_the_gate(factor("code_at_login")), name="mfa_authenticate"),
    path("2fa/again/", factor("code_again"), name="mfa_reauthenticate"),
    path("2fa/app/", factor("activate"), name="mfa_activate_totp"),
    path("2fa/app/off/", factor("deactivate"), name="mfa_deactivate_totp"),
    path("2fa/spare/", factor("spare_codes"), name="mfa_view_recovery_codes"),
    path("2fa/spare/new/", factor("new_codes"), name="mfa_generate_recovery_codes"),
    path("password/change/", allauth_views.password_change, name="account_change_password"),
    # Only a guest has no password to change, and gets one by keeping the account.
    path("password/set/", RedirectView.as_view(pattern_name="accounts:upgrade"), name="account_set_password"),
    path("password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
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
