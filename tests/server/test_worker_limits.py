"""What takes too long in a worker is ended, and what waits in one queue holds up no other."""

import subprocess
import sys

import pytest

from config.celery import app
from tests.server.running import ROOT, outside

pytestmark = pytest.mark.process

STUBBORN = """
import time
from celery.exceptions import SoftTimeLimitExceeded
from config.server.worker import components
from config.celery import app

@app.task(soft_time_limit=0.2, time_limit=0.4)
def stubborn():
    try:
        time.sleep(60)
    except SoftTimeLimitExceeded:
        print("tidied up", flush=True)
    time.sleep(60)

components.install_time_limits()
stubborn.apply()
"""


def test_what_takes_too_long_is_asked_to_end_and_then_ended(tmp_path):
    environment = {**outside(), "TEFUDA_DATA_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", STUBBORN], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=50
    )
    assert (ended.returncode, ended.stdout) == (1, "tidied up\n")


@pytest.mark.parametrize(
    ("queue", "tasks"),
    [
        ("deadlines", {"tables.run_due", "server.wal_checkpoint"}),
        ("bots", {"tables.play_bots"}),
        ("email", {"notifications.deliver", "accounts.send_confirmation", "accounts.send_password_reset"}),
        (
            "background",
            {"replays.archive", "replays.verify_pending", "replays.prune_events", "tables.cleanup", "server.heartbeat"},
        ),
    ],
)
def test_what_waits_for_a_mail_server_has_a_queue_of_its_own(queue, tasks):
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert tasks <= {name for name in ours if app.amqp.router.route({}, name)["queue"].name == queue}
