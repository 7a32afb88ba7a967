"""Settings for accounts (Django's and allauth's): names, passwords, mail addresses, rate limits."""

import os

from config.settings import env

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.LowMemoryArgon2PasswordHasher",
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

SIGNUP_RULES = env.signup_rules()  # rules set by the environment; the others are set in the admin

ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.auth.LoginForm",
    "signup": "accounts.forms.auth.SignupForm",
    "change_password": "accounts.forms.auth.ChangePasswordForm",
    "reset_password": "accounts.forms.auth.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.auth.ResetPasswordKeyForm",
    "request_login_code": "accounts.forms.auth.RequestLoginCodeForm",
    "confirm_login_code": "accounts.forms.auth.ConfirmLoginCodeForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USER_DISPLAY = str
# The site must work without mail, so confirming an address isn't required; but until then only the confirmation mail
# goes there (accounts.mail.confirmation). An address that someone else has is accepted as well: an error would reveal
# who has an account.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tefuda] "
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.views.profile redirects instead, except for guests
# Two-factor authentication. Staff can't use the admin without it; a small LAN may not need it.
REQUIRE_STAFF_2FA = env.flag("TEFUDA_REQUIRE_STAFF_2FA", default=True)
MFA_ADAPTER = "accounts.two_factor.TwoFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True  # where browsers support passkeys (accounts.passkeys)
MFA_FORMS = {
    "authenticate": "accounts.forms.two_factor.AuthenticateForm",
    "reauthenticate": "accounts.forms.two_factor.ReauthenticateForm",
    "activate_totp": "accounts.forms.two_factor.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.passkeys.AddPasskeyForm",
    "login_webauthn": "accounts.forms.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.passkeys.ReauthenticatePasskeyForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "30/m/ip"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True  # if the site sends mail (accounts.views.login_code)
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
MFA_ALLOW_UNVERIFIED_EMAIL = True  # unconfirmed addresses give no access here
MFA_TOTP_TOLERANCE = 1  # clocks of phones and machines without internet differ
# Per address, because a whole club may share one. Per key against guessing: a key is a username or mail address
# combined with the client's address, so that no one can lock out someone else. "reset_emails" counts per mail address
# only: above the limit none is sent, but earlier links still work.
ACCOUNT_RATE_LIMITS = {
    "guest": "20/m/ip,200/d/ip",
    "signup": "20/m/ip,200/d/ip",
    "create_table": "60/m/ip,1000/d/ip",  # per address; per person see TABLE_RATE_PER_MINUTE
    "take_seat": "30/m/user",  # repeatedly sitting down and standing up fills another host's log
    "client_seed": "20/m/user",
    "position_note": "20/m/user,500/d/user",  # on positions of matches
    "invite": "40/h/user",  # by name: to a table, or friend requests
    "site_invitation": "20/h/user,60/d/user",  # links for creating an account
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "change_password": "5/m/user",
    "confirm_email": None,  # replaced by "confirmation", which counts for all requests
    "confirmation": "10/h/ip,30/d/ip,5/d/user,1/3m/key,3/d/key",
    "reset_password": "10/m/ip,5/h/key",
    "reset_emails": "20/d/key",
    "reset_password_from_key": "20/m/ip",
    "request_login_code": "10/m/ip,5/h/key",
    "login_code_emails": "20/d/key",
    "notice_test": "5/h/user",  # test messages to oneself
    "import_record": "6/m/user,20/d/user",  # records from elsewhere
    "vacation": "60/h/user",  # each change is a job for every table of the person
    "export": "4/h/user,10/h/ip",  # a person's own data
    "report": "10/m/user",  # attempts; stored reports are limited by MAX_REPORTS_PER_DAY
    "analysis": "20/m/ip,100/d/ip",  # of an ended match; per person see MAX_ANALYSES_PER_DAY
    "verify": "6/m/user,30/h/user,10/m/ip,60/h/ip",  # requests to check an ended table again
}
# Records, pictures of moments, the transparency log. For anonymous visitors the first limit is per address as well.
ARCHIVE_DOWNLOADS_PER_MINUTE = 60
ARCHIVE_DOWNLOADS_PER_MINUTE_PER_ADDRESS = 180  # of all people at one address
# The number of our own reverse proxies that append to X-Forwarded-For. With 0 none is trusted.
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TEFUDA_TRUSTED_PROXIES") or 0)
