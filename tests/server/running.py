"""Starting the real `manage.py serve` and looking at its processes from outside."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
START_PATIENCE = 120.0  # a start computes for 6 seconds, which took 35 at a load of 20
OTHERS = 0o077
DATABASE = "tefuda.sqlite3"
Migrated = Callable[[Path], Path]  # makes a data folder (tests.conftest)


def outside() -> dict[str, str]:
    """The environment without what the test run itself put into it."""
    ours = ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "SECRET_KEY")
    return {name: value for name, value in os.environ.items() if name not in ours}


def eventually(condition: Callable[[], object], patience: float = PATIENCE) -> bool:
    """Return whether it becomes true in time (seconds)."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def open_to_others(folder: Path) -> list[str]:
    """Return the files without static ones: those are public, and their folder is in this one."""
    paths = [folder, *(path for path in folder.rglob("*") if "static" not in path.parts)]
    return [str(path) for path in paths if path.exists() and path.stat().st_mode & OTHERS]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def processes() -> list[tuple[int, int, int]]:
    """All processes of the machine that still run, as (pid, parent's pid, process group)."""
    listing = subprocess.check_output(["ps", "-ax", "-o", "pid=,ppid=,pgid=,stat="], text=True)
    rows = (line.split() for line in listing.splitlines())
    return [(int(pid), int(parent), int(group)) for pid, parent, group, state in rows if not state.startswith("Z")]


def data_folder(folder: Path, shared: Path) -> Path:
    """Make a data folder as a start leaves it, with SQLite's database and static files, prepared once, in `shared`."""
    folder.mkdir(mode=0o700)
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return folder
    shared.mkdir(mode=0o700, exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / DATABASE).exists():
            environment = {**outside(), "TEFUDA_DATA_DIR": str(shared), "DATABASE_URL": "", "REDIS_URL": ""}
            subprocess.run(
                [sys.executable, "-m", "config.server.processes.prepare"], cwd=ROOT, env=environment, check=True
            )
    shutil.copy(shared / DATABASE, folder)
    shutil.copytree(shared / "run", folder / "run")
    shutil.copytree(shared / "static", folder / "static")
    return folder


@contextmanager
def a_database() -> Iterator[dict[str, str]]:
    """Environment for a database of our own: in the data folder, or on the PostgreSQL the tests run with."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield {}
        return
    name = f"serve_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield {"DATABASE_URL": urlunsplit(urlsplit(url)._replace(path=f"/{name}"))}
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def a_redis() -> Iterator[dict[str, str]]:
    """Environment for a Redis database of our own, on the Redis the tests run with: two sites would share queues."""
    url = os.environ.get("REDIS_URL", "")
    if not url:
        yield {}
        return
    with redis.Redis.from_url(url) as server:
        mark, claimed_url = next(claim for number in range(1, 15) if (claim := _claimed(server, url, number)))
        try:
            yield {"REDIS_URL": claimed_url}
        finally:
            redis.Redis.from_url(claimed_url).flushdb()
            server.delete(mark)


def _claimed(server: redis.Redis, url: str, number: int) -> tuple[str, str] | None:
    """The mark that keeps others off and the url, if the Redis database of that number is empty and free."""
    numbered_url = urlunsplit(urlsplit(url)._replace(path=f"/{number}"))
    free = redis.Redis.from_url(numbered_url).dbsize() == 0 and server.set(f"taken-{number}", 1, nx=True, ex=900)
    return (f"taken-{number}", numbered_url) if free else None


class Serve:
    """One running `manage.py serve`."""

    def __init__(
        self, data: Path, environment: dict[str, str], *arguments: str, program: Path = ROOT / "manage.py"
    ) -> None:
        self.data = data
        self.environment = environment
        self.port = free_port()
        self.log = data.parent / "serve.log"
        with self.log.open("w") as log:
            self.parent = subprocess.Popen(
                [sys.executable, str(program), "serve", "--port", str(self.port), *arguments],
                cwd=ROOT,
                env={**outside(), "TEFUDA_DATA_DIR": str(data), **environment},
                stdout=log,
                stderr=log,
            )

    def is_open(self) -> bool:
        assert self.parent.poll() is None, self.log.read_text()
        return "Ctrl-C" in self.log.read_text()

    @property
    def group(self) -> int:
        """The process group of everything that `serve` started."""
        (house,) = [pid for pid, parent, group in processes() if parent == self.parent.pid and pid == group]
        return house

    def pid(self, name: str) -> int:
        return int((self.data / "run" / f"{name}.pid").read_text())

    def shows_life(self, name: str) -> bool:
        """Return whether a child has given a sign of life since it was last started."""
        sign, pid = self.data / "run" / name, self.data / "run" / f"{name}.pid"
        return sign.exists() and sign.stat().st_mtime > pid.stat().st_mtime

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()


def left_of(group: int) -> list[int]:
    return [pid for pid, _, its_group in processes() if its_group == group]


@contextmanager
def serving(data: Path, *arguments: str, **environment: str) -> Iterator[Serve]:
    with a_database() as database, a_redis() as broker:
        serve = Serve(data, {**database, **broker, **environment}, *arguments)
        try:
            assert eventually(serve.is_open, START_PATIENCE), serve.log.read_text()
            yield serve
        finally:
            if serve.parent.poll() is None:
                serve.parent.send_signal(signal.SIGTERM)
            serve.parent.wait(30)
