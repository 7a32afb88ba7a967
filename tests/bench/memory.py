"""The memory of the embedded default, web and workers together, as proportional set size."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def served_memory(data: Path) -> dict[str, float]:
    """Start `manage.py serve`, ask for a few pages, and return MB per process (by role) once it has settled."""
    port = _free_port()
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    env = {**os.environ, "TEFUDA_DATA": str(data)}
    server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(f"http://127.0.0.1:{port}/")
        for path in ("/", "/lobby/", "/rules/lombard/", "/accounts/login/"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").read()
        time.sleep(8)
        return {_role(pid): _pss(pid) for pid in _family(server.pid)}
    finally:
        server.send_signal(signal.SIGINT)
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


def _family(root: int) -> list[int]:
    parents = {int(p.name): _parent(p) for p in Path("/proc").iterdir() if p.name.isdigit()}
    family = [root]
    for pid in family:
        family += [child for child, parent in parents.items() if parent == pid]
    return family


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _pss(pid: int) -> float:
    found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    return int(found[1]) / 1024 if found else 0.0


def _role(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return f"{pid} {' '.join(Path(word).name for word in words if word)[:60]}"
