"""A start seen from outside: probes are answered immediately, people a little later, and no one is refused."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.server.running import (
    DATABASE,
    ROOT,
    Migrated,
    Serve,
    a_database,
    a_redis,
    eventually,
    free_port,
    outside,
    processes,
)

pytestmark = pytest.mark.process


def told(port: int, path: str = "/healthz") -> tuple[int, str]:
    """Return status and text; 0 while nothing listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status, json.load(answer)["status"]
    except HTTPError as refusal:
        return refusal.code, json.load(refusal)["status"]
    except OSError:
        return 0, ""


def test_serve_answers_probes_while_it_migrates_and_keeps_people_waiting(tmp_path: Path) -> None:
    pages: list[int] = []

    def visit(serve: Serve) -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{serve.port}/account/login/", timeout=120) as answer:
            pages.append(answer.status)

    with a_database() as database, a_redis() as broker:  # an empty one: migrating it takes some seconds
        serve = Serve(tmp_path / "data", {**database, **broker})
        try:
            assert eventually(lambda: told(serve.port) != (0, ""))
            assert told(serve.port) == told(serve.port, "/readyz") == (503, "starting")
            assert told(serve.port, "/livez") == (200, "starting")
            assert not serve.is_open()
            visitor = threading.Thread(target=visit, args=(serve,))
            visitor.start()
            assert eventually(serve.is_open, 120)
            assert told(serve.port, "/readyz") == (200, "ok")
            assert told(serve.port)[0] == 200
            visitor.join(20)
            assert pages == [200]
        finally:
            serve.parent.terminate()
            serve.parent.wait(30)


@contextmanager
def several(data: Path, **variables: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the parent of `config.server.http.uvicorn` with two processes."""
    port = free_port()
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--port", str(port), "--workers", "2"]
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": "", **variables}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, start_new_session=True) as web:
        try:
            yield port, web
        finally:
            with suppress(ProcessLookupError):
                os.killpg(web.pid, signal.SIGKILL)


def test_a_process_is_ready_when_the_migrations_it_knows_are_there(tmp_path: Path, migrated: Migrated) -> None:
    data = migrated(tmp_path / "data")
    newest = ("monitoring", "0002_maintenance_run")
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as database:
        database.execute("DELETE FROM django_migrations WHERE app = ? AND name = ?", newest)
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as database, several(data) as (port, _):
        assert eventually(lambda: told(port, "/readyz") == (503, "unmigrated"))
        assert told(port, "/livez")[0] == 200
        applied = "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2026-01-01')"
        database.execute(applied, newest)
        database.execute(applied, ("monitoring", "9999_of_a_version_to_come"))
        assert eventually(lambda: told(port, "/readyz") == (200, "ok"))


def test_a_web_process_drains_before_it_ends(tmp_path: Path, migrated: Migrated) -> None:
    """Balancers know immediately, people are served to the end, on connections that take no more requests."""
    data = migrated(tmp_path / "data")
    with several(data, TEFUDA_DRAIN_SECONDS="3") as (port, web):
        assert eventually(lambda: told(port, "/readyz") == (200, "ok"))
        web.terminate()
        assert eventually(lambda: told(port, "/readyz") == (503, "draining"), 2)
        assert told(port, "/livez")[0] == 200
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/account/login/", timeout=10) as answer:
            assert (answer.status, answer.headers["Connection"]) == (200, "close")
        assert web.wait(15) == 0
        assert told(port) == (0, "")


def test_web_processes_end_with_their_parent_and_free_the_port(tmp_path: Path, migrated: Migrated) -> None:
    with several(migrated(tmp_path / "data")) as (port, web):
        assert eventually(lambda: told(port, "/readyz") == (200, "ok"))
        assert len(group(web.pid)) >= 3
        web.kill()
        web.wait()
        assert eventually(lambda: not group(web.pid), 10), "orphans"
        assert told(port) == (0, "")


def test_web_processes_end_even_when_killed_while_they_start(tmp_path: Path, migrated: Migrated) -> None:
    with several(migrated(tmp_path / "data")) as (_, web):
        assert eventually(lambda: len(group(web.pid)) >= 3)
        web.kill()
        web.wait()
        assert eventually(lambda: not group(web.pid), 10), "orphans"


def group(leader: int) -> list[int]:
    return [pid for pid, _, its in processes() if its == leader]


def test_a_site_that_cannot_be_loaded_ends_instead_of_starting_for_ever(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--port", str(free_port())]
    environment = {**outside(), "TEFUDA_DATA_DIR": str(tmp_path), "DATABASE_URL": ""}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.server.unloadable"
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 3
    assert "nothing_like_this" in ended.stderr
