"""The site's settings for a private server: no second factor, no collected static files."""

from config.settings import *  # noqa: F403

ALLOWED_HOSTS = ["testserver"]
REQUIRE_STAFF_2FA = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
