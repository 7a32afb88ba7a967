"""The master as controlled by `serve`, and its handover to the next version of `serve`. Standard library only."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[3]
STOP_SECONDS = 8.0


@dataclass(frozen=True)
class Handover:
    """What `serve` hands over to its next version, in one environment variable: three numbers."""

    listener: int
    master: int  # process id
    lifeline: int

    VARIABLE = "TEFUDA_HANDOVER"

    @classmethod
    def take(cls) -> "Handover | None":
        """Return what a previous version has handed over, if any."""
        numbers = os.environ.pop(cls.VARIABLE, "")
        return cls(*map(int, numbers.split())) if numbers else None

    def leave(self, environment: dict[str, str]) -> dict[str, str]:
        for descriptor in (self.listener, self.lifeline):
            os.set_inheritable(descriptor, True)
        return {**environment, self.VARIABLE: f"{self.listener} {self.master} {self.lifeline}"}


class Master:
    """A running master, started by this process or by its previous version."""

    def __init__(self, pid: int, lifeline: int) -> None:
        self.pid = pid
        self.lifeline = lifeline  # the master's standard input, which closes when this process ends
        self.process: subprocess.Popen[bytes] | None = None  # if started by this process
        self.opened: int | None = None  # gets a byte when pages are served; None: known already
        self._is_reaped = False

    @classmethod
    def start(cls, listener: int, arguments: Sequence[str]) -> "Master":
        """Start a master. Raises OSError if there are too many processes or too little memory."""
        lifeline_end, lifeline = os.pipe()
        opened, opened_end = os.pipe()
        try:
            # In its own session: Ctrl-C reaches only this process, which stops the others in the right order.
            process = subprocess.Popen(
                [sys.executable, "-m", "config.server.processes.master", str(listener), str(opened_end), *arguments],
                cwd=BASE_DIR,
                stdin=lifeline_end,
                pass_fds=[listener, opened_end],
                start_new_session=True,
            )
        except OSError:
            os.close(lifeline)
            os.close(opened)
            raise
        finally:
            os.close(lifeline_end)
            os.close(opened_end)
        master = cls(process.pid, lifeline)
        master.process, master.opened = process, opened
        return master

    def has_opened(self) -> bool:
        """Return whether it has begun to serve pages."""
        if self.opened is not None and select.select([self.opened], [], [], 0)[0] and os.read(self.opened, 1):
            os.close(self.opened)
            self.opened = None
        return self.opened is None

    def has_ended(self) -> bool:
        if self.process:
            return self.process.poll() is not None
        if not self._is_reaped:
            self._is_reaped = os.waitpid(self.pid, os.WNOHANG)[0] == self.pid
        return self._is_reaped

    def retire(self) -> None:
        """Let it finish its work and then end."""
        os.kill(self.pid, signal.SIGUSR1)

    def stop(self) -> None:
        """Stop it gracefully, and kill its whole session after a while."""
        if not self.has_ended():
            os.kill(self.pid, signal.SIGTERM)
            self._wait(STOP_SECONDS)
        if not self.has_ended():
            os.killpg(self.pid, signal.SIGKILL)
            self._wait(STOP_SECONDS)
        os.close(self.lifeline)

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.has_ended() and time.monotonic() < until:
            time.sleep(0.05)
