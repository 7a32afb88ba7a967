"""A site that can be hurt: `manage.py serve` on the embedded broker, or on PostgreSQL and a Redis of its own."""

import json
import os
import random
import shutil
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis

from tests.chaos.sink import Sink
from tests.ops.own_redis import OwnRedis
from tests.ops.running import Serve, a_database, eventually

CHILDREN = ("web", "clock", "bots", "mail", "slow")
QUEUES = ("clock", "bots", "mail", "slow")


class Victim:
    """The running site, what can be killed of it, and the messages on their way."""

    def __init__(self, serve: Serve, broker: OwnRedis | None, sink: Sink) -> None:
        self.serve, self.broker, self.sink = serve, broker, sink
        self.kills: list[tuple[float, str]] = []
        self.lost = self.doubled = 0

    @property
    def names(self) -> list[str]:
        return [*CHILDREN, "house", *(["redis"] if self.broker else [])]

    def kill(self, rng: random.Random) -> bool:
        """Kill -9 one of them, if it lives just now."""
        name = rng.choices(self.names, [4 if one != "house" else 1 for one in self.names])[0]
        if name == "redis" and self.broker:
            self.broker.kill()
            time.sleep(random.uniform(0, 2))
            self.broker.start()
        elif not self._killed(name):
            return False
        self.kills.append((time.time(), name))
        return True

    def _killed(self, name: str) -> bool:
        with suppress(ValueError, OSError):  # being started anew
            pid = self.serve.group if name == "house" else self.serve.pid(name)
            os.kill(pid, signal.SIGKILL)
            return True
        return False

    def disturb(self, rng: random.Random) -> None:
        """Lose a message that waits, or let one come twice."""
        double = rng.random() < 0.5
        done = self._disturbed_redis(rng, double) if self.broker else self._disturbed_folder(rng, double)
        self.doubled += done and double
        self.lost += done and not double

    def _disturbed_folder(self, rng: random.Random, double: bool) -> bool:
        waiting = list((self.serve.data / "broker" / "waiting").glob("*.msg"))
        if not waiting:
            return False
        one = rng.choice(waiting)
        with suppress(OSError):
            if double:
                queue = one.name.partition(".")[2]
                message = json.loads(one.read_text())
                draft = one.parent.parent / "drafts" / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}"
                draft.write_text(json.dumps(message))
                os.replace(draft, one.parent / draft.name)
            else:
                one.unlink()
            return True
        return False

    def _disturbed_redis(self, rng: random.Random, double: bool) -> bool:
        assert self.broker
        with suppress(redis.RedisError):
            server, queue = redis.Redis.from_url(self.broker.url), rng.choice(QUEUES)
            message = server.rpop(queue)
            if isinstance(message, bytes):
                for _ in range(2 if double else 0):
                    server.rpush(queue, message)
                return True
        return False

    def all_live(self) -> bool:
        with suppress(ValueError, OSError):
            return all(self.serve.shows_life(name) for name in CHILDREN)
        return False


@contextmanager
def site(folder: Path, servers: bool) -> Iterator[Victim]:
    """Started, with this process's environment set to its data, so that Django may look into them."""
    sink, data = Sink(), folder / "data"
    broker = OwnRedis(folder) if servers else None
    if not servers:
        os.environ["DATABASE_URL"] = ""
    with a_database() as database:
        environment = {
            "DATABASE_URL": "", **database, "REDIS_URL": broker.url if broker else "",
            "DJANGO_SETTINGS_MODULE": "tests.chaos.settings", "TEFUDA_DATA": str(data),
            "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}", "TEFUDA_SITE_URL": "http://cards.example.org",
        }  # fmt: skip
        os.environ |= environment
        serve = Serve(data, environment, "--host", "127.0.0.1")
        try:
            assert eventually(serve.is_open, 60), serve.log.read_text()
            yield Victim(serve, broker, sink)
        finally:
            serve.parent.terminate()
            serve.parent.wait(30)
            if broker:
                broker.kill()
            shutil.copy(serve.log, folder / "kept.log")
            _let_go()


def _let_go() -> None:
    """Our own connections, or the database can't be dropped."""
    from django.db import connections

    connections.close_all()
