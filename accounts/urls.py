"""Account and settings pages, and the targets of links in mails. allauth's pages are in allauth_urls.py."""

from django.urls import path

from accounts.views import account_status, availability, data_export, invitations, mail_links, profile, security

app_name = "accounts"
urlpatterns = [
    path("account/claim-guest/", profile.upgrade_guest, name="claim_guest"),
    path("account/status/", account_status.account_status, name="status"),
    path("account/status/log-out/", account_status.log_out_suspended, name="log_out_suspended"),
    path("account/email/", profile.email, name="email"),
    path("account/email/send/", mail_links.send_confirmation, name="send_confirmation"),
    path("settings/", profile.settings_index, name="settings"),
    path("settings/profile/", profile.profile, name="profile"),
    path("settings/availability/", availability.quiet_hours, name="availability"),
    path("settings/availability/time-zone/", availability.time_zone, name="time_zone"),
    path("settings/availability/vacations/", availability.vacation_create, name="vacation_create"),
    path("settings/availability/vacations/end/", availability.vacation_end, name="vacation_end"),
    path("settings/security/", security.security, name="security"),
    path("settings/security/sessions/end/", security.end_session, name="end_session"),
    path("settings/devices/", profile.devices, name="devices"),
    path("settings/privacy/", profile.privacy, name="privacy"),
    path("settings/invitations/", invitations.invitations, name="invitations"),
    path("settings/invitations/<int:pk>/withdraw/", invitations.revoke_invitation, name="withdraw_invitation"),
    path("settings/data/", data_export.delete_account, name="data"),
    path("settings/data/export/", data_export.export, name="export"),
    path("email/suppress/<str:token>/", mail_links.suppress, name="suppress_email"),
    path("email/unsubscribe/<str:token>/", mail_links.unsubscribe, name="unsubscribe"),
]
