"""`python -m tests.example_site.fill`: the demo in the database of TEFUDA_DATA_DIR. Prints an `ExampleSite` as JSON."""

import json
import secrets
import sys
import time
from importlib import import_module

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402

from accounts.models import User  # noqa: E402
from games.demo.fill import fill  # noqa: E402
from tests import second_factor  # noqa: E402

LOGGED_IN_SECONDS = 86_400  # time during which no password is asked again


def sessions() -> dict[str, str]:
    """Return a session for each person whose pages are shown."""
    found = {}
    for user in User.objects.filter(username__in=("sakura", "admin")):
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session["account_authentication_methods"] = [{"method": "password", "at": time.time() + LOGGED_IN_SECONDS}]
        if user.is_staff:
            second_factor.shown(user, session)
        session.create()
        found[user.username] = session.session_key
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"addresses": fill(secrets.token_hex()).addresses, "sessions": sessions()}) + "\n")
