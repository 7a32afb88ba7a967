"""Keeps the master (`config.server.processes.master`) running: starts it anew should it end. Standard library only.

The first one prepares database and static files before it opens.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TextIO

from config.server.http import host_addresses

BASE_DIR = Path(__file__).resolve().parents[3]
STOP_SECONDS = 8.0
MIN_RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
WATCHED_SUFFIXES = (".py", ".html", ".jinja", ".mo")


class ServerRunner:
    """Keeps one master running."""

    def __init__(self, listener: socket.socket, sign: Path, *, dev: bool, https: bool = False) -> None:
        self.listener = listener
        self.scheme = "https" if https else "http"
        self.dev = dev
        self.open_file = sign  # touched while pages are shown
        self.has_opened = False

    def run(self) -> None:
        """Until a signal ends it; or it has never opened, and would not the next time."""
        wait = MIN_RESTART_DELAY
        while True:
            began = time.monotonic()
            if self._run_once():
                continue
            if not self.has_opened:
                return
            wait = (
                MIN_RESTART_DELAY if time.monotonic() - began > MAX_RESTART_DELAY else min(wait * 2, MAX_RESTART_DELAY)
            )
            print_line(f"The site ended unexpectedly; it is started anew in {wait:.0f} s.", sys.stderr)
            time.sleep(wait)

    def _run_once(self) -> bool:
        """One life of the master. Whether it ended because a file has changed."""
        before = self._get_opened_at()
        try:
            master = self._start()
        except OSError as problem:  # too many processes, too little memory: later perhaps
            print_line(f"The site can't be started: {problem.strerror}", sys.stderr)
            return False
        try:
            return self._watch(master, before)
        finally:
            _stop(master)

    def _get_opened_at(self) -> float:
        with suppress(OSError):
            return self.open_file.stat().st_mtime
        return 0.0

    def _start(self) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C reaches this process only, which then stops the others in the right order. The
        # pipe at its standard input closes when this process is gone.
        fd = self.listener.fileno()
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "config.server.processes.master",
                str(fd),
                *([] if self.has_opened else ["--prepare"]),
            ],
            cwd=BASE_DIR,
            stdin=subprocess.PIPE,
            pass_fds=[fd],
            start_new_session=True,
        )

    def _watch(self, master: subprocess.Popen[bytes], last_sign: float) -> bool:
        """Wait until the master ends (False) or, in development, until a file has changed (True)."""
        before = _get_latest_change() if self.dev else 0.0
        greeted = False
        while master.poll() is None:
            time.sleep(0.5 if greeted else 0.1)
            if not greeted and self._get_opened_at() != last_sign:
                greeted = self.has_opened = True
                self._print_addresses()
            if self.dev and _get_latest_change() != before:
                print_line("A file has changed: starting anew.", sys.stderr)
                return True
        return False

    def _print_addresses(self) -> None:
        host, port = self.listener.getsockname()[:2]
        if host in ("0.0.0.0", "::"):
            hosts = ["localhost", *host_addresses.list_own_addresses()]
        else:
            hosts = [f"[{host}]" if ":" in host else host]
        lines = [f"{self.scheme}://{host}:{port}/" for host in hosts]
        text = "\n".join(["Tefuda is open at", *(f"  {line}" for line in lines), "Ctrl-C closes it."])
        print_line(text, sys.stdout)


def print_line(text: str, stream: TextIO) -> None:
    """What can't be said, because the log is on a full disk or nobody listens any more, ends nothing."""
    with suppress(OSError):
        stream.write(text + "\n")
        stream.flush()


def _stop(master: subprocess.Popen[bytes]) -> None:
    """End the master: kindly, and after a while its whole session at once."""
    if master.poll() is None:
        master.terminate()
        try:
            master.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(master.pid, signal.SIGKILL)
            master.wait()
    if master.stdin:
        master.stdin.close()


def _get_latest_change() -> float:
    """The time of the latest change to a source file."""
    rooms = [BASE_DIR / name for name in ("config", "accounts", "games", "templates", "locale")]
    walked = chain.from_iterable(os.walk(room) for room in rooms)
    return max(
        os.stat(os.path.join(folder, name)).st_mtime
        for folder, _, names in walked
        for name in names
        if name.endswith(WATCHED_SUFFIXES)
    )
