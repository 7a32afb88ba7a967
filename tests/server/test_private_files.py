"""The data folder is private: open files in it are closed.

Files made by the running site are checked in test_serve.py.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.settings import env
from tests.server.running import ROOT, Migrated, open_to_others, outside

pytestmark = pytest.mark.process


@pytest.mark.parametrize("command", [["manage.py", "migrate"], ["-m", "config.server.processes.prepare"]])
def test_what_lay_open_is_closed(tmp_path: Path, migrated: Migrated, command: list[str]) -> None:
    data = migrated(tmp_path / "data")
    for name in ("tefuda.sqlite3", "tefuda.sqlite3-wal", "tefuda.sqlite3-shm"):
        (data / name).touch(0o644)
    (data / "secret_key").write_text("k" * 50)
    (data / "broker").mkdir(0o755)
    for path in (data, *data.iterdir()):
        path.chmod(path.stat().st_mode | 0o044)
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True, capture_output=True)
    assert open_to_others(data) == []


def test_a_folder_for_everybody_stays_so(tmp_path: Path) -> None:
    """The data may be directly in /tmp."""
    before = os.umask(0o022)
    try:
        tmp_path.chmod(0o1777)
        env.restrict_permissions(tmp_path)
        assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    finally:
        os.umask(before)
