"""The yardstick's: the same addresses behind what `startproject` sets up."""

from tests.bench.browser import PLAIN, PLAIN_SESSIONS
from tests.bench.settings import *  # noqa: F403

# Its own app looks for the last one; the first answers whether the site is open.
MIDDLEWARE = [
    "config.middleware.security.HealthMiddleware",
    *PLAIN,
    "allauth.account.middleware.AccountMiddleware",
]
SESSION_ENGINE = PLAIN_SESSIONS
ALLOWED_HOSTS = ["127.0.0.1"]
