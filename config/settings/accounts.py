"""Settings of Django's and allauth's accounts: names, passwords, mail addresses, and how often one may try."""

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
# The site must work without mail, so nobody has to confirm an address; but until then only that question goes there
# (accounts.mail.confirmation). None is refused because somebody has it already: that would tell who is here.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tefuda] "
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.views.profile does it, and lets guests through
# The second factor. Without it the administration is closed to staff; a tiny LAN may do without.
REQUIRE_STAFF_2FA = env.flag("TEFUDA_REQUIRE_STAFF_2FA", default=True)
MFA_ADAPTER = "accounts.two_factor.TwoFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True  # where browsers have passkeys (accounts.passkeys)
MFA_FORMS = {
    "add_webauthn": "accounts.forms.passkeys.AddPasskeyForm",
    "login_webauthn": "accounts.forms.passkeys.LoginPasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.passkeys.ReauthenticatePasskeyForm",
}
MFA_RATE_LIMITS = {"webauthn_login": "30/m/ip"}
ACCOUNT_LOGIN_BY_CODE_ENABLED = True  # where the site sends mail (accounts.views.login_code)
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address that nobody has confirmed opens no door here
MFA_TOTP_TOLERANCE = 1  # the clocks of phones and machines without internet differ
# Per address, a whole club may sit behind one. Per key it is about guessing: a key is a username or mail address
# together with the client's address, so that nobody locks somebody else out. "reset_emails" are counted per mail
# address alone: beyond it none is sent, but those sent before are still good.
ACCOUNT_RATE_LIMITS = {
    "guest": "20/m/ip,200/d/ip",
    "signup": "20/m/ip,200/d/ip",
    "create_table": "60/m/ip,1000/d/ip",  # setting one up; per person see TABLE_RATE_PER_MINUTE
    "take_seat": "30/m/user",  # sitting down: who sits down and stands up again and again fills a stranger's log
    "client_seed": "20/m/user",
    "position_note": "20/m/user,500/d/user",  # about positions of matches
    "invite": "40/h/user",  # asking people by name: to a table, or to be a friend
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "change_password": "5/m/user",
    "confirm_email": None,  # counted by our own, whoever asks:
    "confirmation": "10/h/ip,30/d/ip,5/d/user,1/3m/key,3/d/key",
    "reset_password": "10/m/ip,5/h/key",
    "reset_emails": "20/d/key",
    "reset_password_from_key": "20/m/ip",
    "request_login_code": "10/m/ip,5/h/key",
    "login_code_emails": "20/d/key",
    "notice_test": "5/h/user",  # a message to oneself, to see whether it comes
    "import_record": "6/m/user,20/d/user",  # a record from elsewhere
    "export": "4/h/user,10/h/ip",  # one's own data
    "report": "10/m/user",  # pressing the button; for how many are kept see MAX_REPORTS_PER_DAY
    "verify": "6/m/user,30/h/user,10/m/ip,60/h/ip",  # asking for another check of an ended table
}
ARCHIVE_DOWNLOADS_PER_MINUTE = 60  # of whole records, of the chain and the like; per person or address
# How many reverse proxies of ours stand in front and append to X-Forwarded-For. With 0 nobody is believed.
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TEFUDA_TRUSTED_PROXIES") or 0)
