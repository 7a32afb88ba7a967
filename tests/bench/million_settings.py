"""The site's own settings, where nobody else listens: no second factor, no static files put together."""

from config.settings import *  # noqa: F403

ALLOWED_HOSTS = ["testserver"]
REQUIRE_STAFF_2FA = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
