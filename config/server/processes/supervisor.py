"""A supervisor for a few forked processes: restarts them when they end or have no heartbeat. Standard library only.

Waits in `select` for children, signals and its own standard input: when that closes, the parent is gone and everything
ends. It has no threads and no connections, so that its children start clean.

uvicorn's `--workers` and `timeout_worker_healthcheck` monitor uvicorn's own children only (and ask a thread, which
responds while the event loop hangs), `celery multi` restarts nothing, and multiprocessing's `daemon=True` doesn't end
the children of a killed parent. systemd can do all of it (deploy/systemd), but `serve` doesn't need it.
"""

import logging
import multiprocessing
import os
import select
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

logger = logging.getLogger("tefuda.server")

CHECK_SECONDS = 0.5
STOP_SECONDS = 5.0
RETIRE_SECONDS = 75.0  # a job has a minute, a client's connection half of one
MIN_RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
STABLE_SECONDS = 60.0  # after running this long, a child's next failure counts as the first


class ParentWatch:
    """Ends children with their parent, even if that was killed with -9.

    A pipe whose writing end only the parent holds. Nothing is ever written; the kernel closes it when the parent ends,
    and a thread in the child that waits for that ends the process. Created before the fork.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def start(self) -> None:
        """Watch the parent. Call it in a freshly forked child."""
        os.close(self._write)
        threading.Thread(target=self._wait, name="lifeline", daemon=True).start()

    def _wait(self) -> None:
        os.read(self._read, 1)
        os._exit(1)  # every job and request is one transaction, so there is nothing to clean up


def end_with_multiprocessing_parent() -> None:
    """End this process with its parent, if it is a child of `multiprocessing`; otherwise do nothing.

    Those children (uvicorn's, with `--workers`) already have such a pipe.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)  # see above

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


class Gate:
    """A gate that forked children wait at until their parent opens it for good.

    Implemented as a pipe: it is open when its writing end is closed everywhere. Created before the fork.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        self._write: int | None = write

    def open(self) -> None:
        """Open the gate. Call it in the parent."""
        if self._write is not None:
            os.close(self._write)
            self._write = None

    def wait(self) -> None:
        """Wait until the gate is open or the parent ends. Call it in a child."""
        self.open()  # close our own copy of the writing end
        os.read(self._read, 1)


@dataclass
class ManagedProcess:
    """A process to keep running. `heartbeat_timeout` is the maximum age of its heartbeat in seconds."""

    name: str
    main: Callable[[], int]
    heartbeat_timeout: float
    heartbeat_file: Path
    retire_signal: signal.Signals = signal.SIGTERM  # asks it to finish its work
    pid: int = 0
    wait: float = MIN_RESTART_DELAY
    started_at: float = 0.0
    restart_at: float = 0.0
    last_heartbeat: tuple[float, float] = field(default=(0.0, 0.0))  # the file's time, and when it was first seen

    def start(self, lifeline: ParentWatch) -> None:
        self.started_at = time.monotonic()
        self.last_heartbeat = (self._get_heartbeat_time(), self.started_at)
        try:
            self.pid = os.fork()
        except OSError as problem:  # too many processes or too little memory: retry later
            logger.error("%s can't be started: %s", self.name, problem)
            self.record_end(self.started_at)
            return
        if self.pid == 0:
            _run_child(self, lifeline)
        self._note_pid()

    def _note_pid(self) -> None:
        """Write the process id for operators. Errors such as a full disk must not end the site."""
        draft = self.heartbeat_file.with_suffix(".new")
        try:
            draft.write_text(f"{self.pid}\n")
            draft.replace(self.heartbeat_file.with_suffix(".pid"))
        except OSError as problem:
            logger.warning("can't note the process id of %s: %s", self.name, problem)

    def _get_heartbeat_time(self) -> float:
        """Return the heartbeat's time.

        The file is kept between restarts: a full disk allows touching it, but not creating it.
        """
        try:
            return self.heartbeat_file.stat().st_mtime
        except OSError:
            return 0.0

    def record_end(self, now: float) -> None:
        """Record the end and schedule the restart: soon after a long run, later and later after repeated failures."""
        self.pid = 0
        self.wait = (
            MIN_RESTART_DELAY if now - self.started_at > STABLE_SECONDS else min(self.wait * 2, MAX_RESTART_DELAY)
        )
        self.restart_at = now + self.wait

    def is_stuck(self, now: float) -> bool:
        """Return whether the heartbeat is too old, by a clock that stops while the machine sleeps."""
        heartbeat = self._get_heartbeat_time()
        if heartbeat != self.last_heartbeat[0]:
            self.last_heartbeat = (heartbeat, now)
        return now - self.last_heartbeat[1] > self.heartbeat_timeout


def _run_child(child: ManagedProcess, lifeline: ParentWatch) -> None:
    """Run the rest of a forked child's life."""
    status = 1
    try:
        lifeline.start()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD, signal.SIGUSR1):
            signal.signal(number, signal.SIG_DFL)
        status = child.main()
    except BaseException:
        logger.exception("%s failed", child.name)
    finally:
        os._exit(status)


class Supervisor:
    """The loop that watches the children."""

    def __init__(self, children: list[ManagedProcess]) -> None:
        self.children = children
        self.parent_watch = ParentWatch()
        self.stopping = self.retiring = False
        self.retire_until = 0.0

    def run_to_end(self, child: ManagedProcess, *, companion: ManagedProcess | None) -> int:
        """Run a child to its end, which this process waits for, and return its status. What it loads is freed with it.

        The child `companion` is started before it, and supervised from `run` on.
        """
        if companion:
            companion.start(self.parent_watch)
        pid = os.fork()
        if pid == 0:
            _run_child(child, self.parent_watch)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def run(self) -> None:
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGUSR1, self._retire)
        signal.signal(signal.SIGCHLD, lambda *_: None)  # wakes the select below
        wake_read, wake_write = os.pipe()
        os.set_blocking(wake_write, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        while not self.stopping:
            self._tend(time.monotonic())
            ready, _, _ = select.select([0, wake_read], [], [], CHECK_SECONDS)
            if wake_read in ready:
                os.read(wake_read, 512)
            if 0 in ready and not os.read(0, 512):
                break  # the parent is gone
        self._end()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _retire(self, number: int, frame: FrameType | None) -> None:
        """Another master has taken over."""
        self.retiring = True

    def _tend_retiring(self, now: float) -> None:
        """Let the children finish their work, and start none any more."""
        if not self.retire_until:
            self.retire_until = now + RETIRE_SECONDS
            for child in self.children:
                if child.pid:
                    os.kill(child.pid, child.retire_signal)
        if now > self.retire_until or not any(child.pid for child in self.children):
            self.stopping = True

    def _tend(self, now: float) -> None:
        self._reap(now)
        if self.retiring:
            self._tend_retiring(now)
            return
        for child in self.children:
            if not child.pid and now >= child.restart_at:
                child.start(self.parent_watch)
            elif child.pid and child.is_stuck(now):
                logger.error("%s gives no sign of life; restarting it", child.name)
                os.kill(child.pid, signal.SIGKILL)
                child.last_heartbeat = (child.last_heartbeat[0], now)

    def _reap(self, now: float) -> None:
        for child in self.children:
            if child.pid and os.waitpid(child.pid, os.WNOHANG)[0]:
                if not (self.stopping or self.retiring):
                    logger.warning("%s ended; restarting it", child.name)
                child.record_end(now)

    def _end(self) -> None:
        """Ask the children to end, then kill them. Only workers' main processes are asked; they stop their pools."""
        self.stopping = True
        self._signal(signal.SIGTERM)
        until = time.monotonic() + STOP_SECONDS
        while any(child.pid for child in self.children) and time.monotonic() < until:
            time.sleep(0.05)
            self._reap(time.monotonic())
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        for child in self.children:
            if child.pid:
                os.kill(child.pid, number)
