"""The site's settings, with the yardstick's tiny app added."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "django.contrib.sessions", "tests.bench.minimal"]
ROOT_URLCONF = "tests.bench.urls"
ALLOWED_HOSTS = ["testserver"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
