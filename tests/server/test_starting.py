"""A start, seen from outside: probes are answered at once, people a little later, and nobody is turned away."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.server.running import ROOT, Migrated, Serve, a_database, a_redis, eventually, free_port, outside, processes

pytestmark = pytest.mark.process


def told(port: int, path: str = "/healthz") -> tuple[int, str]:
    """Status and what is said; 0 while nobody listens."""
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
            assert told(serve.port) == told(serve.port, "/healthz/ready") == (503, "starting")
            assert told(serve.port, "/healthz/live") == (200, "starting")
            assert not serve.is_open()
            visitor = threading.Thread(target=visit, args=(serve,))
            visitor.start()
            assert eventually(serve.is_open, 120)
            assert told(serve.port, "/healthz/ready") == (200, "ok")
            assert told(serve.port)[0] == 200
            visitor.join(20)
            assert pages == [200]
        finally:
            serve.parent.terminate()
            serve.parent.wait(30)


@contextmanager
def several(data: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the parent of `config.server.http.uvicorn` with two processes."""
    port = free_port()
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--port", str(port), "--workers", "2"]
    environment = {**outside(), "TEFUDA_DATA_DIR": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, start_new_session=True) as web:
        try:
            yield port, web
        finally:
            with suppress(ProcessLookupError):
                os.killpg(web.pid, signal.SIGKILL)


def test_web_processes_end_with_their_parent_and_free_the_port(tmp_path: Path, migrated: Migrated) -> None:
    with several(migrated(tmp_path / "data")) as (port, web):
        assert eventually(lambda: told(port, "/healthz/ready") == (200, "ok"))
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
