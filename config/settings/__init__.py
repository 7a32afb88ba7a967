"""Django settings. Everything that differs between installations comes from the environment (docs/configuration.md).

Settings for accounts, games and logging are in separate modules.
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
# With `serve --https` the site itself uses HTTPS.
HTTPS = IS_BEHIND_HTTPS_PROXY or bool(os.environ.get("TEFUDA_TLS_CERT"))
REDIS_URL = os.environ.get("REDIS_URL", "")
# Prefix of all our names in Redis: of the cache with a colon after it, of all else with a dash, so that the cache can
# be cleared. Queues have no prefix by default, for compatibility.
REDIS_PREFIX = os.environ.get("TEFUDA_REDIS_PREFIX") or "tefuda"
REDIS_QUEUE_PREFIX = f"{REDIS_PREFIX}-broker:" if os.environ.get("TEFUDA_REDIS_PREFIX") else ""
GAME_DIRS = [path.parent for path in sorted((BASE_DIR / "games" / "catalog").glob("*/metadata.py"))]


def _game_folders(part: str) -> list[Path]:
    return [folder / part for folder in GAME_DIRS if (folder / part).is_dir()]


# --- Identity

env.restrict_permissions(DATA_DIR)
SECRET_KEY = env.secret_key(DATA_DIR)
KEY_FILES = env.key_files(DATA_DIR)  # included in backups
# Without ALLOWED_HOSTS the site accepts this machine's own names and addresses, so that phones on the same network can
# play; never "*", because password reset links are built from the host name.
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
    "config.middleware.link_tails.LinkTailMiddleware",
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
    "config.middleware.expired_forms.ExpiredLoginMiddleware",
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
                "accounts.context_processors.account_zone",
                "accounts.context_processors.signup_rules",
                "games.tables.context_processors.site_context",
                "games.notifications.context_processors.push_renewal",
                "games.moderation.context_processors.staff_work",
                "games.pwa.context_processors.device",
            ],
        },
    },
]

# --- Storage

if not os.environ.get("DATABASE_URL"):
    DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
IS_BEHIND_PGBOUNCER = env.is_behind_pgbouncer()  # whether a PgBouncer in transaction mode is between us and PostgreSQL
DATABASES: dict[str, dict[str, Any]] = {
    "default": dict(dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR}/tefuda.sqlite3"))
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A writer takes its lock at BEGIN, so it never fails half-way. Checkpoints run as a background job
    # (config.tasks.checkpoint_wal), so automatic ones start only at 40 MB.
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
# Time limits for one statement, for pages and for workers' jobs; commands have none.
PAGE_STATEMENT_TIMEOUT, TASK_STATEMENT_TIMEOUT = 2.0, 20.0

# Holds rate limits. With Django's default of 300 entries, an attacker could evict their own by causing others.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "config.redis_cache.ResilientRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
    }
# Parts of pages that are the same for everyone: per process, for its lifetime.
CACHES["template_fragments"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "parts"}
# Pictures of shared positions (games.replays.moments.pictures), per process: 150 take about 6 MB.
CACHES["moment_pictures"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "moment-pictures",
    "TIMEOUT": 24 * 60 * 60,
    "OPTIONS": {"MAX_ENTRIES": 150},
}
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SSE_REDIS_URL = REDIS_URL

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("TEFUDA_STATIC_ROOT") or DATA_DIR / "static").resolve()
STATICFILES_DIRS = [*_game_folders("static"), *(BASE_DIR / "games" / "kit" / "decks").glob("*/static")]
# Files fetched by `make practice` (games.pwa.practice.pyodide) are served from the root, unchanged and precompressed.
PYODIDE_ROOT = BASE_DIR / ".practice"
if PYODIDE_ROOT.is_dir():
    WHITENOISE_ROOT = PYODIDE_ROOT
# Cached forever: names with a digest of the content, and Pyodide, whose URL contains its version.
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
# The site's URL, e.g. https://cards.example.org, for links in mails. Without it no notifications are mailed.
SITE_URL = os.environ.get("TEFUDA_SITE_URL", "").rstrip("/")

# --- Push messages and webhooks

# The VAPID key by which push services identify this site; "" for none, which disables push messages.
VAPID_KEY = env.vapid_key(DATA_DIR)
# Hosts in our own network, "name" or "name:port", that webhooks may use although their addresses are private.
OUTBOUND_ALLOWED_HOSTS = env.comma_separated("TEFUDA_OUTBOUND_ALLOWED_HOSTS")

# --- Monitoring

PROBE_URLCONF = "games.monitoring.health"  # these URLs respond to any client and host name
METRICS_TOKEN = env.secret("TEFUDA_METRICS_TOKEN")  # for /metrics and details of /healthz; "": both are disabled

# --- Security

MAX_BODY_BYTES = 64 * 1024  # of a request; none of our forms needs more, except
MAX_RECORD_BYTES = 17_000_000  # the upload of a record (config.middleware.request_limits)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_RECORD_BYTES
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.middleware.expired_forms.csrf_failure"
# Off: browsers drop the service worker and its caches.
SERVICE_WORKER_ENABLED = env.flag("TEFUDA_SERVICE_WORKER", default=True)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
if IS_BEHIND_HTTPS_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30
# Requiring HTTPS for a whole domain, or its preload entry, is up to the domain's owner (in the proxy), not to one site
# on it. Forms are protected by a subclass of Django's middleware (W003).
SILENCED_SYSTEM_CHECKS = ["security.W003", "security.W005", "security.W021"]
