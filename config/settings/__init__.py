"""Django's settings. Everything that differs between installations comes from the environment (docs/configuration.md).

What the accounts, the games and the log go by stands in files of its own.
"""

import os
import re
from pathlib import Path
from typing import Any

import dj_database_url

from config.server.http import host_addresses
from config.settings import env
from config.settings.accounts import *  # noqa: F403
from config.settings.games import *  # noqa: F403
from config.settings.logging import *  # noqa: F403
from games.pwa.practice.pyodide import BASE_URL as PYODIDE_URL

env.refuse_renamed()
BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(os.environ.get("TEFUDA_DATA_DIR") or BASE_DIR / "var").resolve()
DEBUG = env.flag("TEFUDA_DEBUG")
IS_BEHIND_HTTPS_PROXY = env.flag("TEFUDA_HTTPS")
HTTPS = IS_BEHIND_HTTPS_PROXY or bool(os.environ.get("TEFUDA_TLS_CERT"))  # `serve --https` speaks it itself
REDIS_URL = os.environ.get("REDIS_URL", "")
# What all our names in Redis begin with: of the cache with a colon behind it, of all else with a dash, so that the
# cache can be emptied. Queues have plain names by default, as before there was this setting.
REDIS_PREFIX = os.environ.get("TEFUDA_REDIS_PREFIX") or "tefuda"
REDIS_QUEUE_PREFIX = f"{REDIS_PREFIX}-broker:" if os.environ.get("TEFUDA_REDIS_PREFIX") else ""
GAME_DIRS = [path.parent for path in sorted((BASE_DIR / "games" / "catalog").glob("*/metadata.py"))]


def _game_folders(part: str) -> list[Path]:
    return [folder / part for folder in GAME_DIRS if (folder / part).is_dir()]


# --- Who we are

env.restrict_permissions(DATA_DIR)
SECRET_KEY = env.secret_key(DATA_DIR)
KEY_FILES = env.key_files(DATA_DIR)  # what a backup keeps beside the database
# Without ALLOWED_HOSTS the site answers to this machine's own names and addresses, so that phones on the same network
# can play; never to "*", because password reset links are built from the host name.
ALLOWED_HOSTS = env.comma_separated("ALLOWED_HOSTS") or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *host_addresses.list_own_names(),
    *host_addresses.list_own_addresses(),
]
CSRF_TRUSTED_ORIGINS = env.comma_separated("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config.apps.SiteConfig",
    "config.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "config.apps.CollectedFilesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "accounts",
    "games.tables",
    "games.replays",
    "games.social",
    "games.notifications",
    "games.circles",
    "games.puzzles",
    "games.moderation",
    "games.monitoring",
    "games.demo",
    "games.pwa",
]

MIDDLEWARE = [
    "config.middleware.security.HealthMiddleware",
    "config.middleware.security.AllowedHostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.security.SecurityHeadersMiddleware",
    "config.middleware.static_files.StaticFilesMiddleware",
    "config.middleware.gzip.GzipMiddleware",
    "config.middleware.security.CacheControlMiddleware",
    "config.middleware.database_unavailable.DatabaseUnavailableMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.security.CsrfMiddleware",
    "accounts.middleware.user.SessionUserMiddleware",
    "accounts.middleware.user.SessionSeenMiddleware",
    "accounts.middleware.user.UserLanguageMiddleware",
    "accounts.middleware.user.UserTimeZoneMiddleware",
    "accounts.middleware.sanctions.SanctionMiddleware",
    "accounts.middleware.user.NetworkFingerprintMiddleware",
    "accounts.middleware.user.DeviceCookieMiddleware",
    "games.pwa.middleware.CacheOwnerMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.security.BodyLimitMiddleware",
    "config.middleware.security.FormEncodingMiddleware",
    "config.middleware.security.AdminLookupMiddleware",
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
                "games.tables.context_processors.site_context",
                "games.pwa.context_processors.device",
            ],
        },
    },
]

# --- Where things are kept

if not os.environ.get("DATABASE_URL"):
    DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
IS_BEHIND_PGBOUNCER = env.is_behind_pgbouncer()  # whether one in transaction mode stands between us and PostgreSQL
DATABASES: dict[str, dict[str, Any]] = {
    "default": dict(dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR}/tefuda.sqlite3"))
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A writer takes its lock at BEGIN and so never fails half-way. Checkpoints are a background job
    # (config.tasks.checkpoint_wal), hence no automatic ones before the log has 40 MB.
    DATABASES["default"] |= {
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=10000;",
        },
    }
else:
    DATABASES["default"] = env.postgresql_settings(
        DATABASES["default"], pgbouncer=IS_BEHIND_PGBOUNCER, has_redis=bool(REDIS_URL)
    )
# How long one statement may take where somebody waits for a page, and for a job of a worker; commands have no limit.
PAGE_STATEMENT_TIMEOUT, TASK_STATEMENT_TIMEOUT = 2.0, 20.0

# Rate limits live here. With Django's 300 entries in memory, causing others would push one's own out.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "config.redis_cache.ResilientRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
    }
# Parts of pages that are the same for everybody: each process keeps its own, as long as it lives.
CACHES["template_fragments"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "parts"}
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SSE_REDIS_URL = REDIS_URL

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("TEFUDA_STATIC_ROOT") or DATA_DIR / "static").resolve()
STATICFILES_DIRS = [*_game_folders("static"), *(BASE_DIR / "games" / "kit" / "decks").glob("*/static")]
# What `make practice` has fetched (games.pwa.practice.pyodide) is served from the root, as it is and compressed
# beforehand.
PYODIDE_ROOT = BASE_DIR / ".practice"
if PYODIDE_ROOT.is_dir():
    WHITENOISE_ROOT = PYODIDE_ROOT
# Kept for ever: what has the digest of its content in its name, and Pyodide, which has its version in its address.
WHITENOISE_IMMUTABLE_FILE_TEST = rf"\.[0-9a-f]{{12}}(\.|$)|^{re.escape(PYODIDE_URL)}"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.ManifestStorage"},
}

# --- Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("ja", "日本語"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TEFUDA_TIME_ZONE") or "UTC"

# --- Mail

globals().update(env.email_settings(env.secret("EMAIL_URL")))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "Tefuda <tefuda@localhost>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Where people reach this site, e.g. https://cards.example.org: notices by mail link there. Without it none are sent.
SITE_URL = os.environ.get("TEFUDA_SITE_URL", "").rstrip("/")

# --- Push messages and webhooks

# The key by which push services know this site; "" where there is none, and then no push messages.
VAPID_KEY = env.vapid_key(DATA_DIR)
# Hosts in our own network, "name" or "name:port", that webhooks may lead to although their addresses are not public.
OUTBOUND_ALLOWED_HOSTS = env.comma_separated("TEFUDA_OUTBOUND_ALLOWED_HOSTS")

# --- The operator's own watch

PROBE_URLCONF = "games.monitoring.health"  # the addresses that answer whoever asks, by whatever name
METRICS_TOKEN = env.secret("TEFUDA_METRICS_TOKEN")  # for /metrics and the details of /healthz; "": neither

# --- Security

MAX_BODY_BYTES = 64 * 1024  # of a request; no form of ours has more, but for
MAX_RECORD_BYTES = 17_000_000  # … the one in which somebody brings a record along (config.middleware.request_limits)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_RECORD_BYTES
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SERVICE_WORKER_ENABLED = env.flag("TEFUDA_SERVICE_WORKER", default=True)  # off: browsers drop theirs, and what it kept
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if IS_BEHIND_HTTPS_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
# Whether a whole domain may only be reached by HTTPS, or belongs on the browsers' preload list, is for the owner of
# the domain to say (in the proxy), not for one site on it. Forms are guarded by a middleware made from Django's (W003).
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W005", "security.W021"]
