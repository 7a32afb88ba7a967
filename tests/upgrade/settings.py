"""The site's own settings, for a site on which one program does in seconds what people do in weeks."""

import os

os.environ.setdefault("ALLOWED_HOSTS", "testserver")

from config.settings import *  # noqa: F403

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
_ENOUGH = {"account": 9_999, "guest": 9_999}
TABLE_RATE_PER_MINUTE = TABLE_RATE_PER_DAY = MAX_SEATS_PER_USER = MAX_SOLO_TABLES = _ENOUGH
CHAT_RATE_PER_MINUTE = CHAT_RATE_PER_TABLE_HOUR = _ENOUGH
BOT_REPLY_DELAY_RANGE = (0.05, 0.05)
CHAT_RETENTION_DAYS = 100 * 365  # texts are compared for longer than a site shows them
