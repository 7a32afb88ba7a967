"""Sign-ups on SQLite with three busy tables: milliseconds of waiting, and how many were refused.

Each table is a separate process that makes a move every 20 ms. Run in a separate process:
`python -m tests.bench.signups`. Prints one JSON object.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from games.engine.chance import Rng  # noqa: E402
from games.tables.gameplay.moves import SubmittedMove, submit_move  # noqa: E402
from tests.matches import legal, new_key, running, waiting  # noqa: E402

TABLES, SIGN_UPS, SETTLE_SECONDS = 3, 100, 3.0
WARM, PAUSE_SECONDS = 5, 0.02
PASSWORD = "seven-quiet-herons"


def run() -> dict[str, Any]:
    call_command("migrate", run_syncdb=True, verbosity=0)
    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    alone = sign_ups("alone")
    tables = [table(n) for n in range(TABLES)]
    time.sleep(SETTLE_SECONDS)
    try:
        beside = sign_ups("beside")
        assert all(busy.poll() is None for busy in tables), "a table has come to rest"
    finally:
        for busy in tables:
            busy.terminate()
            busy.wait()
    return {"alone": alone, "beside": beside}


def sign_ups(name: str) -> dict[str, float]:
    """Return the milliseconds of consecutive sign-ups, each from a separate browser and address."""
    times, refused = [], 0
    for n in range(WARM + SIGN_UPS):
        client = Client(raise_request_exception=False, headers={"x-forwarded-for": f"10.2.{n // 250}.{n % 250 + 1}"})
        form = {"username": f"{name}{n}", "email": f"{name}{n}@example.org"}
        start = time.perf_counter()
        answer = client.post("/account/signup/", form | {"password1": PASSWORD, "password2": PASSWORD})
        times.append((time.perf_counter() - start) * 1e3)
        refused += answer.status_code != 302
    times = sorted(times[WARM:])
    return {"median": statistics.median(times), "p99": times[int(len(times) * 0.99)], "most": times[-1],
            "refused": refused}  # fmt: skip


def table(number: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "tests.bench.signups", str(number)])


def play(number: str) -> None:
    """One match after another, until ended."""
    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.MAX_OPEN_TABLES_HOSTED = settings.MAX_SEATS_PER_USER = settings.TABLE_RATE_PER_MINUTE = {
        "account": 99_999,
        "guest": 99_999,
    }
    settings.TABLE_RATE_PER_DAY = {"account": 99_999, "guest": 99_999}
    pair = [User.objects.create_user(f"busy{number}{seat}", name=f"Busy {number} {seat}") for seat in "ab"]
    rng = Rng(b"bench", f"signups{number}")
    while True:
        played = running("dilemma", *pair, seats=2)
        while seats := waiting(played):
            at = seats[0]
            move = legal(played, at.number).sample(rng)
            call = {
                "asked": at.question_seq,
                "user_id": at.user_id,
                "key": new_key(),
                "submitted": SubmittedMove(move=move),
            }
            submit_move(played.public_id, **call)
            time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play(sys.argv[1])
    print(json.dumps(run()))
