"""The site's own settings with what makes tests quick and keeps them apart from a real installation."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="tefuda-test-")
os.environ["TEFUDA_DATA_DIR"] = _folder.name
os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789abcdef" * 4

from config.settings import *  # noqa: E402, F403
from config.settings import CACHES, DATABASES, STATIC_ROOT  # noqa: E402

ALLOWED_HOSTS = ["*"]
WHITENOISE_AUTOREFRESH = True  # else each of the many test browsers would list all static files anew
ROOT_URLCONF = "tests.urls"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
os.mkdir(STATIC_ROOT)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in real life: a database in memory has other locks and no write-ahead log.
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder.name}/test.sqlite3"}
else:
    # Two test runs may share a server.
    DATABASES["default"]["TEST"] = {"NAME": f"test_tefuda_{os.getpid()}"}
# Test processes that share a Redis must not see each other's rate limits, nor end them.
CACHES["default"]["KEY_PREFIX"] = f"test-{os.getpid()}"
# What a test starts has the name of the test process.
_run = os.environ.setdefault("TEFUDA_TEST_RUN", str(os.getpid()))
REDIS_PREFIX = f"test-{_run}-{os.environ.get('PYTEST_XDIST_WORKER', '')}"
PAGE_STATEMENT_TIMEOUT = 0  # a server in this process would set it for the tests' own statements
BOT_LATE_DELAY = BOT_LATE_DELAY_STRONG = 0
BOT_REPLY_DELAY_RANGE = (0.9, 0.9)
BOT_TASK_DURATION = 0
PUZZLE_MAKING_SECONDS = 0.5
