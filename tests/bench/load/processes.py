"""The site's processes for a load test, with separate servers, and the CPU time of each."""

import os
import subprocess
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from tests.server.own_postgres import OwnPostgres
from tests.server.own_redis import OwnRedis
from tests.server.running import ROOT, eventually, free_port, outside

TICK = os.sysconf("SC_CLK_TCK")
WORKERS = ("deadlines", "bots", "email", "background")


@dataclass(frozen=True)
class Cpu:
    """Seconds of processors."""

    web: float
    postgres: float
    redis: float
    workers: float
    crowd: float

    def __sub__(self, other: "Cpu") -> "Cpu":
        return Cpu(*(getattr(self, field.name) - getattr(other, field.name) for field in fields(self)))

    def divided(self, count: int) -> "Cpu":
        return Cpu(*(getattr(self, field.name) / count for field in fields(self)))


class Site:
    """PostgreSQL and Redis run from the start; the site's own parts from `open` on."""

    def __init__(self, folder: Path, *, web: int, workers: bool) -> None:
        self.web_count, self.has_workers, self.log = web, workers, folder / "log"
        self.postgres, self.redis = OwnPostgres(), OwnRedis(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        os.environ |= {
            "DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url, "TEFUDA_DATA_DIR": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        }  # fmt: skip
        (folder / "data").mkdir()
        self.environment = {
            **outside(), "DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url,
            "TEFUDA_DATA_DIR": str(folder / "data"),
        }  # fmt: skip
        self.web: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self._run("config.server.processes.prepare").wait()

    def open(self) -> None:
        self.web = self._serve(self.web_count)
        if self.has_workers:
            self.workers = [self._run("config.server.worker.main", name) for name in WORKERS]

    def serve_plain(self, web: int) -> None:
        """The yardstick instead: the same server and addresses behind a new project's middleware."""
        self._end()
        self.web = self._serve(web, DJANGO_SETTINGS_MODULE="tests.bench.load.plain_settings")

    def _serve(self, web: int, **environment: str) -> "subprocess.Popen[bytes]":
        arguments = ("--port", str(self.port), "--workers", str(web), "--log-level", "warning")
        process = self._run("config.server.http.uvicorn", *arguments, **environment)
        assert eventually(self._answers, 60), self.log.read_text()
        return process

    def _answers(self) -> bool:
        probe = ["curl", "--silent", "--fail", "--output", "/dev/null", f"{self.url}/readyz"]
        return subprocess.run(probe, check=False).returncode == 0

    def _run(self, module: str, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        with self.log.open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                cwd=ROOT, env={**self.environment, **environment}, stdout=log, stderr=log,
            )  # fmt: skip

    def measure_cpu(self) -> Cpu:
        web = _of_family(self.web.pid) if self.web else 0.0
        workers = sum(_of_family(worker.pid) for worker in self.workers)
        times = os.times()
        return Cpu(
            web, _of_family(self.postgres.process.pid), _of_family(self.redis.process.pid), workers,
            times.user + times.system,
        )  # fmt: skip

    def _end(self) -> None:
        for process in [*self.workers, *([self.web] if self.web else [])]:
            process.terminate()
            process.wait(30)
        self.workers, self.web = [], None

    def close(self) -> None:
        self._end()
        self.redis.kill()
        self.postgres.remove()


def _of_family(pid: int) -> float:
    """Seconds of a process, of its children, and of those that have ended."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, stat[11:15])) / TICK + sum(_of_family(int(child)) for child in children)
