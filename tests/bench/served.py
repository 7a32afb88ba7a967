"""The embedded default, started for real."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(data: Path) -> Iterator[tuple[str, int]]:
    """Start `manage.py serve` on SQLite: its address, without a slash at the end, and its process id."""
    port = _free_port()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    env = {
        **os.environ,
        "TEFUDA_DATA_DIR": str(data),
        "TEFUDA_TRUSTED_PROXIES": "1",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()  # a shell lets what it starts in the background ignore SIGINT
        server.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(url: str, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).read()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.3)
