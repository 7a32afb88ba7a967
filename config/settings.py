"""Django's settings. Everything that differs between installations comes from the environment (docs/operating.md)."""

import os
from pathlib import Path
from typing import Any

import dj_database_url

from config import env
from config.runtime import net

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("TEFUDA_DATA") or BASE_DIR / "var").resolve()
DEBUG = env.flag("TEFUDA_DEBUG")
HTTPS = env.flag("TEFUDA_HTTPS")
REDIS_URL = os.environ.get("REDIS_URL", "")
TITLES = sorted((BASE_DIR / "games" / "titles").glob("*/meta.py"))


def _of_titles(part: str) -> list[Path]:
    return [meta.parent / part for meta in TITLES if (meta.parent / part).is_dir()]


# --- Who we are

env.close_to_others(DATA_DIR)
SECRET_KEY = env.secret_key(DATA_DIR)
# Without ALLOWED_HOSTS the site answers to this machine's own names and addresses, so that phones on the same network
# can play; never to "*", because password reset links are built from the host name.
ALLOWED_HOSTS = env.listed("ALLOWED_HOSTS") or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *net.own_names(),
    *net.own_addresses(),
]
CSRF_TRUSTED_ORIGINS = env.listed("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "django_htmx",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "config.middleware.KnownHost",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.compression.Compressed",
    "config.middleware.CacheHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.KnownPerson",
    "accounts.middleware.ChosenLanguage",
    "accounts.middleware.DeviceCookie",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.BodyLimit",
    "config.middleware.ReadableForm",
    "config.middleware.AdminLookups",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.tables.context.house",
            ],
        },
    },
]

# --- Where things are kept

if not os.environ.get("DATABASE_URL"):
    DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
DATABASES = {
    "default": dict(dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR}/tefuda.sqlite3"))
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A writer takes its lock at BEGIN and so never fails half-way. Checkpoints are a background job
    # (config.tasks.checkpoint), hence no automatic ones before the log has 40 MB.
    DATABASES["default"] |= {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=10000;",
        },
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 300, "CONN_HEALTH_CHECKS": True}

# Rate limits live here. With Django's 300 entries in memory, causing others would push one's own out.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "config.cache.SteadyRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tefuda",
    }
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
LIVE_REDIS_URL = REDIS_URL

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [*_of_titles("static"), *(BASE_DIR / "games" / "kit" / "decks").glob("*/static")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("ja", "日本語"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TEFUDA_TIME_ZONE") or "UTC"

# --- accounts

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "config.hashers.SmallArgon2PasswordHasher",
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

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USER_DISPLAY = str
# The site must work without mail, so nobody has to confirm an address; but until then only that question goes there
# (accounts.mailing). None is refused because somebody has it already: that would tell who is here.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tefuda] "
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.views does it, and lets guests through
# Per address, a whole club may sit behind one. Per key it is about guessing: a key is a username or mail address
# together with the client's address, so that nobody locks somebody else out. "reset_mails" are counted per mail address
# alone: beyond it none is sent, but those sent before are still good.
ACCOUNT_RATE_LIMITS = {
    "guest": "20/m/ip,200/d/ip",
    "signup": "20/m/ip,200/d/ip",
    "table": "60/m/ip,1000/d/ip",  # setting one up; per person see TABLES_PER_MINUTE
    "seat": "30/m/user",  # sitting down: who sits down and stands up again and again fills a stranger's log
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "change_password": "5/m/user",
    "confirm_email": None,  # counted by our own, whoever asks:
    "confirmation": "10/h/ip,30/d/ip,5/d/user,1/3m/key,3/d/key",
    "reset_password": "10/m/ip,5/h/key",
    "reset_mails": "20/d/key",
    "reset_password_from_key": "20/m/ip",
    "verify": "6/m/user,30/h/user,10/m/ip,60/h/ip",  # asking for another check of an ended table
}
# How many reverse proxies of ours stand in front and append to X-Forwarded-For. With 0 nobody is believed.
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TEFUDA_PROXIES") or 0)

# --- Mail

globals().update(env.mail(os.environ.get("EMAIL_URL", "")))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "Tefuda <tefuda@localhost>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where people reach this site, e.g. https://cards.example.org: notices by mail link there. Without it none are sent.
SITE_URL = os.environ.get("TEFUDA_SITE_URL", "").rstrip("/")

# --- Security

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
# Whether a whole domain may only be reached by HTTPS, or belongs on the browsers' preload list, is for the owner of
# the domain to say (in the proxy), not for one site on it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- Logging: to standard error, and never what people send

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO" if DEBUG else "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A wrong address or a refused move is the visitor's business, not the operator's.
        "django.request": {"level": "ERROR"},
        "tefuda": {"level": "INFO"},
    },
}

# --- Play

BOT_DELAY_SECONDS = 0.9  # after which a bot answers, whatever its cards; until then it chooses
BOT_THINK_SECONDS = 0.2  # what a worker takes up late is played so much later, whatever the cards
BOT_RUN_SECONDS = 20  # so long one job sees to the bots; the next is sent meanwhile
BOT_LEASE_SECONDS = 5  # after its appointment: then the worker is taken for dead, and another tries
BOT_TRIES = 3  # so many, then the clock plays the bot's safe move …
BOT_WATCHDOG_SECONDS = 60  # … but not before; and when no worker at all has come for the bots in this time
NOTICE_DELAY_SECONDS = 60  # before somebody who doesn't answer is written to
QUICK_TURN_SECONDS = 3 * 24 * 60 * 60  # a table against bots only: nobody else waits

# --- How much one person may have, so that nobody crowds out the others: (with an account, as a guest)

TABLES_HOSTED = (20, 10)  # tables one hosts that wait for players
TABLES_SAT_AT = (60, 30)  # tables one sits at that have not ended
TABLES_ALONE = (20, 8)  # of these, matches in which nobody else plays: only they keep bots busy for one person
TABLES_PER_MINUTE, TABLES_PER_DAY = (20, 10), (300, 100)  # tables one sets up; per address see "table" above
LOBBY_TABLES_PER_HOST = 3  # of one host's public tables that wait for players, the lobby shows the latest

# --- When what nobody looks after any more is cleared away

HOST_PATIENCE_SECONDS = 24 * 60 * 60  # an open table untouched for so long may be started by anybody who sits there …
OPEN_TABLE_DAYS = 14  # … and after so long it is closed
GUEST_IDLE_HOURS = 24  # a guest who sits nowhere is forgotten
