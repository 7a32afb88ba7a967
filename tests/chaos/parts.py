"""The parts of the site in separate processes, as on several machines: web processes and workers, restarted when they
end; separate PgBouncer, PostgreSQL and Redis servers.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import redis

from tests.server.own_pgbouncer import PROGRAM, OwnPgBouncer
from tests.server.own_postgres import OwnPostgres
from tests.server.own_redis import OwnRedis
from tests.server.running import ROOT, eventually, free_port, outside

WORKERS = ("deadlines", "bots", "email", "background", "analysis")
WEB_PROCESSES = 3
POOL = 12  # server connections of PgBouncer
RESTART_SECONDS = 0.5
LONGEST_AWAY = 2.0  # seconds a server is away
SPAWNED = "spawn_main"  # in the command line of uvicorn's processes


class Servers:
    """Private PostgreSQL, Redis and, if installed, PgBouncer servers, with their data in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.postgres = OwnPostgres()
        self.redis = OwnRedis(folder)
        self.bouncer: OwnPgBouncer | None = None
        if PROGRAM:
            (folder / "pgbouncer").mkdir()
            self.bouncer = OwnPgBouncer(folder / "pgbouncer", self.postgres.url, pool=POOL)

    def environment(self) -> dict[str, str]:
        """Return the environment with which the site reaches them."""
        variables = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url}
        if self.bouncer:
            variables |= {"DATABASE_URL": self.bouncer.url(self.postgres.url), "TEFUDA_PGBOUNCER": "transaction"}
            variables["DATABASE_DIRECT_URL"] = self.postgres.url
        return variables

    def kill(self, name: str, rng: random.Random) -> None:
        """Away for a while, and back. PostgreSQL is now and then stopped in order; Redis may have forgotten all."""
        away = rng.uniform(0, LONGEST_AWAY)
        if name == "postgres":
            (self.postgres.stop if rng.random() < 0.3 else self.postgres.kill)()
            time.sleep(away)
            self.postgres.start()
        elif name == "redis":
            self.redis.kill()
            time.sleep(away)
            self.redis.start()
        elif name == "emptied":
            redis.Redis.from_url(self.redis.url).flushall()
        elif self.bouncer:
            self.bouncer.process.kill()
            self.bouncer.process.wait()
            time.sleep(away / 4)
            self.bouncer.start()

    def remove(self) -> None:
        if self.bouncer:
            self.bouncer.stop()
        self.redis.kill()
        self.postgres.remove()


class Parts(threading.Thread):
    """The site's processes. The thread restarts those that ended, as systemd would."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.port, self.log = free_port(), folder / "site.log"
        self.environment = {**outside(), "TEFUDA_DRAIN_SECONDS": "0", **environment}
        web = ["config.server.http.uvicorn", "--port", str(self.port), "--workers", str(WEB_PROCESSES)]
        self.commands = {
            "web": [*web, "--log-level", "warning"],
            **{name: ["config.server.worker.main", name] for name in WORKERS},
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.stopping = threading.Event()

    def open(self) -> None:
        prepare = [sys.executable, "-m", "config.server.processes.prepare"]
        subprocess.run(prepare, cwd=ROOT, env=self.environment, check=True)
        self._tend()
        self.start()

    def run(self) -> None:
        while not self.stopping.wait(RESTART_SECONDS):
            self._tend()

    def _tend(self) -> None:
        for name, command in self.commands.items():
            process = self.running.get(name)
            if process is None or process.poll() is not None:
                with self.log.open("a") as log:
                    self.running[name] = subprocess.Popen(
                        [sys.executable, "-m", *command], cwd=ROOT, env=self.environment, stdout=log, stderr=log
                    )

    def kill(self, name: str, rng: random.Random) -> bool:
        """Kill -9 a worker, one of the web processes ("web"), or the parent of all these ("web-parent")."""
        with suppress(ProcessLookupError, IndexError):
            pid = self.running["web" if name == "web-parent" else name].pid
            os.kill(rng.choice(self._web_processes()) if name == "web" else pid, signal.SIGKILL)
            return True
        return False

    def _web_processes(self) -> list[int]:
        parent = str(self.running["web"].pid)
        listing = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", parent], capture_output=True, text=True, check=False
        )
        return [int(line.split()[0]) for line in listing.stdout.splitlines() if SPAWNED in line]

    def all_run(self) -> bool:
        return all(process.poll() is None for process in self.running.values()) and (
            len(self._web_processes()) == WEB_PROCESSES
        )

    def close(self) -> None:
        self.stopping.set()
        if self.is_alive():
            self.join(10)
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            if not eventually(lambda process=process: process.poll() is not None, 15):
                process.kill()
