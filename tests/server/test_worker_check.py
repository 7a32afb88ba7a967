"""`config.server.worker.check` from outside: it says whether a worker lives, also when that has nothing to do. And a
worker lives on when it meets a job that only another version knows."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from celery import Celery

from config.server.worker import filesystem_broker
from config.server.worker.check import LONGEST_SECONDS
from config.server.worker.heartbeat import SECONDS
from tests.server.running import ROOT, Migrated, eventually, outside

pytestmark = pytest.mark.process

AWAY = "redis://127.0.0.1:1/0"


@contextmanager
def worker(name: str, data: Path, log: IO[str] | None = None, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": "", **environment}
    command = [sys.executable, "-m", "config.server.worker.main", name]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log or subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.kill()


def asked(name: str, data: Path) -> tuple[int, str]:
    completed = subprocess.run(
        [sys.executable, "-m", "config.server.worker.check", name],
        cwd=ROOT,
        env={**outside(), "TEFUDA_DATA_DIR": str(data)},
        capture_output=True,
        text=True,
    )
    (line,) = completed.stdout.splitlines()
    return completed.returncode, line


def set_back(file: Path) -> None:
    """As if the last sign were so old that the next few seconds don't matter."""
    past = time.time() - LONGEST_SECONDS - 60
    os.utime(file, (past, past))


def test_there_was_never_one(tmp_path: Path) -> None:
    assert asked("bots", tmp_path) == (1, f"bots: no sign of life ({tmp_path}/run/bots)")


@pytest.mark.parametrize("environment", [{}, {"REDIS_URL": AWAY}], ids=["idle", "broker away"])
def test_one_that_has_nothing_to_do_lives_until_it_is_stopped(
    environment: dict[str, str], tmp_path: Path, migrated: Migrated
) -> None:
    data = migrated(tmp_path / "data")
    file = data / "run" / "email-2"
    with worker("email-2", data, **environment) as running:
        assert eventually(file.exists)
        set_back(file)
        assert asked("email-2", data)[0] == 1
        assert eventually(lambda: asked("email-2", data)[0] == 0, 3 * SECONDS)
        running.send_signal(signal.SIGSTOP)  # it hangs
        set_back(file)
        status, line = asked("email-2", data)
        assert (status, "the last sign of life" in line) == (1, True)
        running.send_signal(signal.SIGCONT)
    assert asked("email", data)[0] == 1, "another worker's sign counts for none"


def test_a_job_that_only_another_version_knows_stops_nothing(tmp_path: Path, migrated: Migrated) -> None:
    """It is dropped with a line in the log: it contained only ids, and the due rows are in the database."""
    data = migrated(tmp_path / "data")
    sender = Celery(broker=filesystem_broker.URL)
    sender.conf.broker_transport_options = {"folder": str(data / "broker")}
    for name in ("tables.of_a_version_to_come", "server.heartbeat"):
        sender.send_task(name, queue="email")
    with (tmp_path / "log").open("w") as log, worker("email", data, log) as running:
        folders = [data / "broker" / part for part in ("waiting", "taken", "unreadable")]
        assert eventually(lambda: not any(list(folder.glob("*.msg")) for folder in folders if folder.is_dir()))
        assert eventually(lambda: "tables.of_a_version_to_come" in (tmp_path / "log").read_text())
        assert running.poll() is None
