"""`manage.py serve`: the whole site with one command. Standard library only, so it starts at once and fails clearly.

It checks what can be checked, prepares database and static files, opens the port and starts the house
(`config.runtime.house`), which is started anew should it ever end. Ctrl-C or SIGTERM stop everything.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TextIO

from config.runtime import net

BASE_DIR = Path(__file__).resolve().parents[2]
STOP_SECONDS = 8.0
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
WATCHED = ("*.py", "*.html", "*.jinja", "*.mo")


class Trouble(Exception):
    """Something the person at the keyboard can mend; its text is all they see."""


def main(arguments: Sequence[str]) -> int:
    """Run the site until told to stop. Returns the exit status."""
    asked = _arguments(arguments)
    os.umask(0o077)  # what is made here, and by the children, is nobody else's business
    os.environ["TEFUDA_DATA"] = str(_data_folder())  # the same for children that run in another folder
    if asked.dev:
        os.environ["TEFUDA_DEBUG"] = "1"
    try:
        _check_folder(_data_folder())
        with _listener(asked.host, asked.port) as listener, _stop_signals():
            _prepare()
            _Runner(listener, dev=asked.dev).run()
    except Trouble as trouble:
        _say(str(trouble), sys.stderr)
        return 1
    except KeyboardInterrupt:
        _say("Stopped.", sys.stderr)
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py serve", description="Run the whole site: pages, clock and bots.")
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        help="address to listen on; the default lets phones on the same network in, 127.0.0.1 keeps it to this machine",
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--dev", action="store_true", help="debug pages, and start anew when a file has changed")
    return parser.parse_args(arguments)


def _data_folder() -> Path:
    return Path(os.environ.get("TEFUDA_DATA") or BASE_DIR / "var").resolve()


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise Trouble(
            f"Tefuda can't write to {folder} ({problem.strerror}). Name another folder with TEFUDA_DATA=…"
        ) from None


@contextmanager
def _listener(host: str, port: int) -> Iterator[socket.socket]:
    """The open port. The house inherits it, so nobody is turned away while the web server starts anew."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except (OSError, OverflowError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise Trouble(
                f"Tefuda can't use port {port} on {host} ({reason}). Choose another with --port, e.g. --port {port + 1}"
            ) from None
        listener.listen(1024)
        listener.set_inheritable(True)
        yield listener


@contextmanager
def _stop_signals() -> Iterator[None]:
    """SIGTERM and a closed terminal mean the same as Ctrl-C; a second one changes nothing."""

    def stop(number: int, frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:  # nohup stays in force
            signal.signal(each, stop)
    yield


def _prepare() -> None:
    if subprocess.run(
        [sys.executable, "-m", "config.runtime.prepare"], cwd=BASE_DIR, start_new_session=True
    ).returncode:
        raise Trouble("Tefuda did not start: the database or the static files could not be prepared (see above).")


class _Runner:
    """Keeps one house running."""

    def __init__(self, listener: socket.socket, *, dev: bool) -> None:
        self.listener = listener
        self.dev = dev
        self.sign = _data_folder() / "run" / "web"  # touched while the web server answers

    def run(self) -> None:
        wait = FIRST_WAIT
        while True:
            began = time.monotonic()
            if self._live_once():
                continue
            wait = FIRST_WAIT if time.monotonic() - began > LONGEST_WAIT else min(wait * 2, LONGEST_WAIT)
            _say(f"The site ended unexpectedly; it is started anew in {wait:.0f} s.", sys.stderr)
            time.sleep(wait)

    def _live_once(self) -> bool:
        """One life of the house. Whether it ended because a file has changed."""
        before = self._last_sign()
        try:
            house = self._start()
        except OSError as problem:  # too many processes, too little memory: later perhaps
            _say(f"The site can't be started: {problem.strerror}", sys.stderr)
            return False
        try:
            return self._watch(house, before)
        finally:
            _stop(house)

    def _last_sign(self) -> float:
        with suppress(OSError):
            return self.sign.stat().st_mtime
        return 0.0

    def _start(self) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C reaches this process only, which then stops the others in the right order. The
        # pipe at its standard input closes when this process is gone.
        fd = self.listener.fileno()
        return subprocess.Popen(
            [sys.executable, "-m", "config.runtime.house", str(fd)],
            cwd=BASE_DIR,
            stdin=subprocess.PIPE,
            pass_fds=[fd],
            start_new_session=True,
        )

    def _watch(self, house: subprocess.Popen[bytes], last_sign: float) -> bool:
        """Wait until the house ends (False) or, in development, until a file has changed (True)."""
        before = _newest() if self.dev else 0.0
        greeted = False
        while house.poll() is None:
            time.sleep(0.5 if greeted else 0.1)
            if not greeted and self._last_sign() != last_sign:
                greeted = True
                self._greet()
            if self.dev and _newest() != before:
                _say("A file has changed: starting anew.", sys.stderr)
                return True
        return False

    def _greet(self) -> None:
        host, port = self.listener.getsockname()[:2]
        if host in ("0.0.0.0", "::"):
            lines = [f"http://localhost:{port}/", *(f"http://{address}:{port}/" for address in net.own_addresses())]
        else:
            lines = [f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"]
        text = "\n".join(["Tefuda is open at", *(f"  {line}" for line in lines), "Ctrl-C closes it."])
        _say(text, sys.stdout)


def _say(text: str, stream: TextIO) -> None:
    """What can't be said, because the log is on a full disk or nobody listens any more, ends nothing."""
    with suppress(OSError):
        stream.write(text + "\n")
        stream.flush()


def _stop(house: subprocess.Popen[bytes]) -> None:
    """End the house: kindly, and after a while its whole session at once."""
    if house.poll() is None:
        house.terminate()
        try:
            house.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(house.pid, signal.SIGKILL)
            house.wait()
    if house.stdin:
        house.stdin.close()


def _newest() -> float:
    """The time of the latest change to a source file."""
    folders = [BASE_DIR / name for name in ("config", "accounts", "games", "templates", "locale")]
    return max(file.stat().st_mtime for folder in folders for kind in WATCHED for file in folder.rglob(kind))
