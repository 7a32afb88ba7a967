"""A Redis that a test starts and stops as it likes."""

import subprocess
from pathlib import Path

import redis

from tests.server.running import eventually, free_port


class OwnRedis:
    """A private Redis. It writes once a second, so a kill loses some data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--dir", str(self.folder), "--appendonly", "yes"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert eventually(self.answers)

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url).ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
