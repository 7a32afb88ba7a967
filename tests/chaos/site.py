"""The site that is hurt: in one house over SQLite, or its parts one by one over their servers."""

import json
import os
import random
import shutil
import signal
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis

from tests.chaos.parts import WORKERS, Parts, Servers
from tests.chaos.sink import Sink
from tests.server.running import Serve, eventually

CHILDREN = ("web", *WORKERS)
EMBEDDED = {**dict.fromkeys(CHILDREN, 4), "house": 1}
APART = {"web": 4, "web-parent": 1, **dict.fromkeys(WORKERS, 2), "redis": 1, "emptied": 2, "postgres": 2}
BOUNCER = {"pgbouncer": 1}
START_SECONDS = 180


class Victim:
    """The running site, what can be killed of it, and the messages on their way."""

    def __init__(self, sink: Sink, weights: dict[str, int], port: int) -> None:
        self.sink, self.port = sink, port
        self.weights = weights
        self.kills: list[tuple[float, str]] = []
        self.lost = self.doubled = 0
        self._turn: list[str] = []

    def kill(self, rng: random.Random) -> bool:
        """Kill -9 one of them, if it lives just now. Each has its turns before any has more than its share."""
        if not self._turn:
            self._turn = [name for name, weight in self.weights.items() for _ in range(weight)]
            rng.shuffle(self._turn)
        if not self.killed(name := self._turn.pop(), rng):
            return False
        self.kills.append((time.time(), name))
        return True

    def killed(self, name: str, rng: random.Random) -> bool:
        """Return whether that process could be killed just now."""
        raise NotImplementedError

    def disturb(self, rng: random.Random) -> None:
        """Lose a message that waits, or let one come twice."""
        double = rng.random() < 0.5
        was_disturbed = self.disturbed(rng, double)
        self.doubled += was_disturbed and double
        self.lost += was_disturbed and not double

    def disturbed(self, rng: random.Random, double: bool) -> bool:
        raise NotImplementedError

    def all_live(self) -> bool:
        raise NotImplementedError


class House(Victim):
    """`manage.py serve`: SQLite, and messages as files."""

    def __init__(self, serve: Serve, sink: Sink) -> None:
        super().__init__(sink, EMBEDDED, serve.port)
        self.serve = serve

    def killed(self, name: str, rng: random.Random) -> bool:
        with suppress(ValueError, OSError):  # being restarted
            pid = self.serve.group if name == "house" else self.serve.pid(name)
            os.kill(pid, signal.SIGKILL)
            return True
        return False

    def disturbed(self, rng: random.Random, double: bool) -> bool:
        waiting = list((self.serve.data / "broker" / "waiting").glob("*.msg"))
        if not waiting:
            return False
        path = rng.choice(waiting)
        with suppress(OSError):
            if double:
                queue = path.name.partition(".")[2]
                message = json.loads(path.read_text())
                draft = path.parent.parent / "drafts" / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}"
                draft.write_text(json.dumps(message))
                os.replace(draft, path.parent / draft.name)
            else:
                path.unlink()
            return True
        return False

    def all_live(self) -> bool:
        with suppress(ValueError, OSError):
            return all(self.serve.shows_life(name) for name in CHILDREN)
        return False


class Apart(Victim):
    """Several web processes and workers over PostgreSQL, through PgBouncer if there is one, and Redis."""

    def __init__(self, parts: Parts, servers: Servers, sink: Sink) -> None:
        super().__init__(sink, APART | (BOUNCER if servers.bouncer else {}), parts.port)
        self.parts, self.servers = parts, servers

    def killed(self, name: str, rng: random.Random) -> bool:
        if name in ("postgres", "redis", "emptied", "pgbouncer"):
            self.servers.kill(name, rng)
            return True
        return self.parts.kill(name, rng)

    def disturbed(self, rng: random.Random, double: bool) -> bool:
        with suppress(redis.RedisError):
            server, queue = redis.Redis.from_url(self.servers.redis.url), rng.choice(WORKERS)
            message = server.rpop(queue)
            if isinstance(message, bytes):
                for _ in range(2 if double else 0):
                    server.rpush(queue, message)
                return True
        return False

    def all_live(self) -> bool:
        return self.parts.all_run() and is_well(self.port)


def is_well(port: int) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
        return answer.status == 200
    return False


@contextmanager
def house(folder: Path) -> Iterator[Victim]:
    """`manage.py serve`, with this process's environment set to its data, so that Django may look into them."""
    sink, data = Sink(), folder / "data"
    environment = {**_common(data, sink), "DATABASE_URL": "", "REDIS_URL": ""}
    os.environ |= environment
    serve = Serve(data, environment, "--host", "127.0.0.1")
    try:
        assert eventually(serve.is_open, START_SECONDS), serve.log.read_text()
        yield House(serve, sink)
    finally:
        serve.parent.terminate()
        serve.parent.wait(30)
        shutil.copy(serve.log, folder / "kept.log")
        _let_go()


@contextmanager
def apart(folder: Path) -> Iterator[Victim]:
    """The parts. This process looks into PostgreSQL itself, past PgBouncer."""
    sink, servers = Sink(), Servers(folder)
    common = _common(folder / "data", sink)
    parts = Parts(folder, {**common, **servers.environment()})
    os.environ |= {**common, "DATABASE_URL": servers.postgres.url, "REDIS_URL": servers.redis.url}
    try:
        parts.open()
        assert eventually(lambda: is_well(parts.port), START_SECONDS), parts.log.read_text()
        yield Apart(parts, servers, sink)
    finally:
        parts.close()
        _let_go()
        servers.remove()


SITES = {"embedded": house, "servers": apart}


def _common(data: Path, sink: Sink) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.chaos.settings", "TEFUDA_DATA_DIR": str(data), "SECRET_KEY": "chaos" * 12,
        "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}", "TEFUDA_SITE_URL": "http://cards.example.org",
    }  # fmt: skip


def _let_go() -> None:
    """Our own connections, or the database can't be dropped."""
    from django.db import connections

    connections.close_all()
