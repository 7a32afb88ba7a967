"""A PostgreSQL that a test starts, stops and freezes as it likes."""

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.server.running import eventually, free_port

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "shared_buffers=32MB", "-c", "jit=off")


class OwnPostgres:
    """A cluster in a separate folder, readable by its owner only; PostgreSQL refuses to run as root."""

    def __init__(self) -> None:
        assert PROGRAMS
        self.folder = Path(tempfile.mkdtemp(prefix="tefuda-postgres-", dir="/tmp"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.data, self.port = self.folder / "data", free_port()
        options = ["--auth", "trust", "--username", "postgres", "--no-sync", "--encoding", "UTF8", "--locale", "C"]
        subprocess.run([*self._as_owner(), PROGRAMS / "initdb", *options, self.data], check=True, capture_output=True)
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.start()

    @staticmethod
    def _as_owner() -> list[str]:
        return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    def start(self) -> None:
        command = [PROGRAMS / "postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder, "-h", "127.0.0.1"]
        # No runuser: it stops itself together with what it has started, and nothing wakes it.
        owner = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen([*command, *QUICK], stdout=log, stderr=log, **owner)  # type: ignore[call-overload]
        assert eventually(self.answers), (self.folder / "log").read_text()

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.url, connect_timeout=2).close()
            return True
        return False

    def stop(self) -> None:
        """Stop immediately, with all connections."""
        self._signal(signal.SIGINT)
        self.process.wait(30)

    def kill(self) -> None:
        """The server and all its processes, with -9: as if the machine had lost them."""
        self._signal_all(signal.SIGKILL)
        self.process.wait(30)

    def freeze(self) -> None:
        """It takes connections and questions, and answers nothing."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def remove(self) -> None:
        self.thaw()
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def _pids(self) -> list[int]:
        """The server's, and those of all its own processes."""
        try:
            first = int((self.data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError):
            return []
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True, check=False
        )
        return [first, *map(int, children.stdout.split())]

    def _signal_all(self, number: int) -> None:
        for pid in self._pids():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _signal(self, number: int) -> None:
        os.kill(self._pids()[0], number)
