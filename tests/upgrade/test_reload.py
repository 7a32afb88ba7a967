"""SIGHUP to `manage.py serve` loads the new code: while people play, and without interruption."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.running import (
    ROOT,
    START_PATIENCE,
    Migrated,
    Serve,
    a_database,
    a_redis,
    eventually,
    left_of,
    outside,
    processes,
)
from tests.upgrade.crowd import Crowd, playing, wait_for_moves
from tests.upgrade.versions import add_migration, copy_present, point

pytestmark = pytest.mark.process

MOVES = 8  # before the next change
VERDICT = "import django; django.setup(); from tests.upgrade import verdict; verdict.main()"


@pytest.fixture(autouse=True)
def hang_ups_are_heard() -> Iterator[None]:
    """A process started under nohup ignores the signal, and so do all its children."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@contextmanager
def serving_link(folder: Path, data: Path) -> Iterator[Serve]:
    """`serve` of the code that the link `current` in this folder names."""
    with a_database() as database, a_redis() as broker:
        environment = {"DATABASE_URL": "", "REDIS_URL": "", "TEFUDA_TRUSTED_PROXIES": "1", **database, **broker}
        serve = Serve(data, environment, "--host", "127.0.0.1", program=folder / "current" / "manage.py")
        try:
            assert eventually(serve.is_open, START_PATIENCE), serve.log.read_text()
            yield serve
        finally:
            if serve.parent.poll() is None:
                serve.parent.send_signal(signal.SIGTERM)
            serve.parent.wait(30)


def list_wrongs(environment: dict[str, str], crowd: Crowd) -> list[str]:
    """Return the database's notifications."""
    judged = subprocess.run(
        [sys.executable, "-c", VERDICT],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        input=json.dumps(crowd.receipts),
        capture_output=True,
        text=True,
    )
    assert judged.returncode == 0, judged.stderr
    return json.loads(judged.stdout)


def masters(serve: Serve) -> list[int]:
    return [pid for pid, parent, group in processes() if parent == serve.parent.pid and pid == group]


@pytest.mark.database
@pytest.mark.slow
def test_two_versions_one_after_the_other_and_back_while_people_play(tmp_path: Path, migrated: Migrated) -> None:
    first, second = copy_present(tmp_path / "one", "one"), copy_present(tmp_path / "two", "two")
    add_migration(second)
    point(tmp_path / "current", first)
    with serving_link(tmp_path, migrated(tmp_path / "data")) as serve, playing(serve.port) as crowd:
        wait_for_moves(crowd, MOVES)
        for name, version in (("two", second), ("one", first)):
            point(tmp_path / "current", version)
            serve.parent.send_signal(signal.SIGHUP)
            wait_for_moves(crowd, 2)
            assert eventually(lambda name=name: crowd.releases[-1] == name, START_PATIENCE), serve.log.read_text()
            wait_for_moves(crowd, MOVES)
            assert eventually(lambda: len(masters(serve)) == 1, 45), "the former version stays"
        crowd.stopping.set()
        assert crowd.failures == []
        assert crowd.streams > 1
        environment = {**outside(), "TEFUDA_DATA_DIR": str(serve.data), **serve.environment}
        assert list_wrongs(environment, crowd) == []
        assert "Traceback" not in serve.log.read_text()
        assert "tables.9999_table_later_word); this one can use it" in serve.log.read_text(), "on the way back"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    return copy_present(tmp_path / "broken", "broken")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "wrong"),
    [
        ("config/server/serve.py", "raise SystemExit('nothing here')\n"),
        ("config/server/processes/prepare.py", "\n\ndef main(*, demo=False):\n    return 1\n"),
        ("config/asgi.py", "import nothing_like_this\n"),
    ],
)
def test_a_version_that_cannot_start_leaves_the_former_one_alone(
    file: str, wrong: str, broken: Path, tmp_path: Path, migrated: Migrated
) -> None:
    point(tmp_path / "current", copy_present(tmp_path / "one", "one"))
    (broken / file).write_text(f"{(broken / file).read_text()}\n{wrong}")
    with serving_link(tmp_path, migrated(tmp_path / "data")) as serve:
        before = masters(serve)
        point(tmp_path / "current", broken)
        serve.parent.send_signal(signal.SIGHUP)
        assert eventually(lambda: "goes on." in serve.log.read_text(), 60)
        assert eventually(lambda: masters(serve) == before)
        assert serve.get("/")[0] == 200
        # The error is fixed, and the reload repeated.
        point(tmp_path / "current", copy_present(tmp_path / "two", "two"))
        serve.parent.send_signal(signal.SIGHUP)
        assert eventually(lambda: 'content="two"' in serve.get("/")[1], START_PATIENCE), serve.log.read_text()


def test_a_closed_terminal_ends_it(tmp_path: Path, migrated: Migrated) -> None:
    data = migrated(tmp_path / "data")
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [sys.executable, "manage.py", "serve", "--port", "0"], environment)
    assert eventually(lambda: (data / "run" / "background.pid").exists(), START_PATIENCE)
    (group,) = [process for process, parent, its in processes() if parent == pid and process == its]
    os.close(terminal)
    assert eventually(lambda: os.waitpid(pid, os.WNOHANG)[0] == pid)
    assert eventually(lambda: left_of(group) == [])
