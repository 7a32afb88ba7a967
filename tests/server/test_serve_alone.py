"""`manage.py serve` on a full disk, in development, and where it can't start. No database matters here."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.server.running import ROOT, Migrated, eventually, free_port, left_of, outside, processes, serving

pytestmark = pytest.mark.process


def test_dev_starts_anew_when_a_file_has_changed(tmp_path: Path, migrated: Migrated) -> None:
    with serving(migrated(tmp_path / "data"), "--dev") as serve:
        house = serve.group
        (ROOT / "config" / "__init__.py").touch()
        assert eventually(lambda: serve.log.read_text().count("Tefuda is open") == 2)
        assert left_of(house) == []
        with pytest.raises(HTTPError) as missing:
            serve.get("/no/such/page/")
        assert "DEBUG = True" in missing.value.read().decode()


SLEEPER = """
import sys, time
from pathlib import Path
from urllib.error import HTTPError
from config.server.processes.supervisor import ManagedProcess, Supervisor
Supervisor([ManagedProcess("sleeper", lambda: time.sleep(60), 0.7, Path(sys.argv[1]))]).run()
"""


def test_a_child_without_a_sign_of_life_is_started_anew(tmp_path: Path) -> None:
    beat = tmp_path / "sleeper"
    house = subprocess.Popen(
        [sys.executable, "-c", SLEEPER, str(beat)],
        cwd=ROOT,
        env={**outside(), "TEFUDA_DATA_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    pid_file = beat.with_suffix(".pid")
    try:
        assert eventually(pid_file.exists)
        first = pid_file.read_text()
        assert eventually(lambda: pid_file.read_text() not in ("", first), 10)
    finally:
        house.communicate()  # closes its standard input, which ends it
    assert house.returncode == 0
    assert left_of(house.pid) == []


FULL_DISK = """
import resource, signal, sys, time
from pathlib import Path
from config.server.processes.supervisor import ManagedProcess, Supervisor
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # files can be made, but nothing written into them
def life():
    for _ in range(3):
        Path(sys.argv[1]).touch()
        time.sleep(0.2)
    return 0
Supervisor([ManagedProcess("short", life, 5, Path(sys.argv[1]))]).run()
"""


def test_a_full_disk_does_not_end_the_supervisor(tmp_path: Path) -> None:
    house = subprocess.Popen(
        [sys.executable, "-c", FULL_DISK, str(tmp_path / "short")],
        cwd=ROOT,
        env=outside(),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert house.stderr
    for _ in range(2):
        while "short ended" not in (line := house.stderr.readline()):
            assert line, "the supervisor ended with its child"
    house.communicate()
    assert house.returncode == 0


def test_a_log_that_takes_nothing_does_not_end_serve(tmp_path: Path, migrated: Migrated) -> None:
    data = migrated(tmp_path / "data")
    with open("/dev/full", "w") as full:
        port = free_port()
        serve = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env={**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""},
            stdout=full,
            stderr=full,
        )
        try:
            assert eventually(lambda: answers(port))
            os.kill(int((data / "run" / "web.pid").read_text()), signal.SIGKILL)
            assert eventually(lambda: answers(port))
            assert serve.poll() is None
        finally:
            serve.send_signal(signal.SIGTERM)
            assert serve.wait(20) == 0


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/account/login/", timeout=10) as answer:
            return answer.status == 200
    except OSError:
        return False


def one_line_of(*arguments: str, **environment: str) -> str:
    """Return the error of a `manage.py` start that fails: one line, without a traceback."""
    command = [sys.executable, *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, env={**outside(), **environment}, capture_output=True, text=True, timeout=30
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    return line


def test_a_busy_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("0.0.0.0", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        line = one_line_of("manage.py", "serve", "--port", port, TEFUDA_DATA_DIR=str(tmp_path))
    assert f"port {port}" in line
    assert "--port" in line


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_an_impossible_port_is_one_clear_line(tmp_path: Path, port: str) -> None:
    assert f"port {port}" in one_line_of("manage.py", "serve", f"--port={port}", TEFUDA_DATA_DIR=str(tmp_path))


def test_an_unwritable_folder_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    line = one_line_of("manage.py", "serve", TEFUDA_DATA_DIR=str(file / "data"))
    assert str(file / "data") in line
    assert "TEFUDA_DATA_DIR" in line


OLD_PYTHON = """
import runpy, sys
sys.version_info = (3, 10, 14, "final", 0)
runpy.run_path("manage.py", run_name="__main__")
"""


def test_an_old_python_is_one_clear_line() -> None:
    line = one_line_of("-c", OLD_PYTHON)
    assert "3.11" in line
    assert "3.10" in line


def test_a_database_that_is_away_is_said_without_a_traceback(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port=0"],
        cwd=ROOT,
        env={**outside(), "TEFUDA_DATA_DIR": str(tmp_path), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "database" in ended.stderr.splitlines()[0]


def test_the_parent_loads_no_django(tmp_path: Path) -> None:
    code = "import sys, config.server.serve; "
    code += "sys.exit(any(name in sys.modules for name in ('django', 'celery', 'uvicorn')))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


def test_processes_are_seen_at_all() -> None:
    """The tests above count processes; this one holds that counting works."""
    assert os.getpid() in [pid for pid, _, _ in processes()]
