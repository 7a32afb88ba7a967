"""`manage.py serve`: runs the whole site. Standard library only, so that it starts fast and fails clearly.

It checks what can be checked, opens the port and keeps the master (`config.server.processes.master`) running, which
prepares database and static files at its first start and is restarted if it ends. Ctrl-C or SIGTERM stop everything.
uvicorn's `--reload` and Django's autoreload restart only their own process, not the workers.

SIGHUP switches to the code now on disk without interruption: this process becomes the new code's `serve` (exec) and
keeps the open port and the running master. It starts its own master, and once that serves pages, the previous one
finishes its work and ends. If the new one fails, the previous one continues. Two versions have to agree only on
Handover, SIGUSR1 to a master (`Master.retire`), and `--check`.
"""

import argparse
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import TextIO

from config.server.http import host_addresses
from config.server.processes.handover import BASE_DIR, Handover, Master

REPLACE_SECONDS = 900.0  # for the next version's migrations and start
MIN_RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
DEMO_ACCOUNTS_FILE = "demo.txt"  # in the data folder, written by fill_demo
WATCHED_SUFFIXES = (".py", ".html", ".jinja", ".json", ".mo")


class StartupError(Exception):
    """A problem that the operator can fix. Only its text is shown."""


def main(arguments: Sequence[str]) -> int:
    """Run the site until stopped. Return the exit status."""
    previous, environment = Handover.take(), dict(os.environ)
    options = _arguments(arguments)
    os.umask(0o077)  # keep files made here and by children private
    if options.demo:
        _set_up_demo()
    os.environ["TEFUDA_DATA_DIR"] = str(_data_folder())  # absolute, for children that run in another folder
    if options.dev:
        os.environ["TEFUDA_DEBUG"] = "1"
    try:
        if options.https:
            _set_up_https(*options.https)
        _check_folder(_data_folder())
        if options.check:
            return 0
        with _listener(options.host, options.port, previous) as listener:
            runner = ServerRunner(
                listener, environment, dev=options.dev, https=bool(options.https), demo=options.demo, previous=previous
            )
            _set_signals(runner)
            runner.run()
            raise StartupError("Tefuda did not start. The reason is above.")
    except StartupError as trouble:
        print_line(str(trouble), sys.stderr)
        return 1
    except KeyboardInterrupt:
        print_line("Stopped.", sys.stderr)
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py serve", description="Run the whole site: pages, clock and bots.")
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        help="address to listen on; the default lets phones on the same network in, 127.0.0.1 keeps it to this machine",
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--https",
        nargs=2,
        metavar=("CERT", "KEY"),
        help="speak HTTPS with this certificate (with those it is signed by) and its key; docs/lan-https.md makes them",
    )
    parser.add_argument("--dev", action="store_true", help="debug pages, and restart when a file has changed")
    parser.add_argument(
        "--demo",
        action="store_true",
        help="a demo site in its own folder: people, tables, and cases for moderators",
    )
    parser.add_argument("--check", action="store_true", help="only see whether it could start, without the port")
    return parser.parse_args(arguments)


def _set_up_demo() -> None:
    """Use a separate database without two-factor authentication for staff; the real site stays untouched."""
    os.environ["TEFUDA_DATA_DIR"] = str(_data_folder() / "demo")
    os.environ["TEFUDA_REQUIRE_STAFF_2FA"] = "0"
    os.environ["DATABASE_URL"] = os.environ["REDIS_URL"] = ""


def _set_up_https(certificate: str, key: str) -> None:
    """Check the certificate and set it for the children (settings, master)."""
    try:
        # With a password, every child would ask for it at the keyboard.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "reason", None) or getattr(problem, "strerror", None) or problem
        raise StartupError(f"Tefuda can't use the certificate {certificate} with the key {key} ({reason}).") from None
    os.environ["TEFUDA_TLS_CERT"], os.environ["TEFUDA_TLS_KEY"] = (
        str(Path(certificate).resolve()),
        str(Path(key).resolve()),
    )


def _data_folder() -> Path:
    return Path(os.environ.get("TEFUDA_DATA_DIR") or BASE_DIR / "var").resolve()


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise StartupError(
            f"Tefuda can't write to {folder} ({problem.strerror}). Name another folder with TEFUDA_DATA_DIR=…"
        ) from None


@contextmanager
def _listener(host: str, port: int, previous: Handover | None) -> Iterator[socket.socket]:
    """Yield the listening socket. The master inherits it, so connections wait while the web server restarts."""
    if previous:
        with socket.socket(fileno=previous.listener) as listener:
            yield listener
        return
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except (OSError, OverflowError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise StartupError(
                f"Tefuda can't use port {port} on {host} ({reason}). Choose another with --port, e.g. --port {port + 1}"
            ) from None
        listener.listen(1024)
        listener.set_inheritable(True)
        yield listener


def _set_signals(runner: "ServerRunner") -> None:
    """Handle signals: SIGTERM and a closed terminal act like Ctrl-C, and repeated ones do nothing.

    Any other SIGHUP switches to the code now on disk.
    """
    had_terminal = _has_terminal()

    def stop(number: int, frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    def hang_up(number: int, frame: FrameType | None) -> None:
        if had_terminal and not _has_terminal():
            stop(number, frame)
        runner.is_reload_due = True

    for each, handler in {signal.SIGINT: stop, signal.SIGTERM: stop, signal.SIGHUP: hang_up}.items():
        if signal.getsignal(each) is not signal.SIG_IGN:  # nohup stays in effect
            signal.signal(each, handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})  # see ServerRunner._reload


def _has_terminal() -> bool:
    """Return whether this process has a terminal that still exists."""
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


class ServerRunner:
    """Keeps one master running, and hands over to the next version."""

    def __init__(
        self,
        listener: socket.socket,
        environment: dict[str, str],
        *,
        dev: bool,
        https: bool = False,
        demo: bool = False,
        previous: Handover | None = None,
    ) -> None:
        self.listener = listener
        self.environment = environment  # as it was originally, for the next version
        self.scheme = "https" if https else "http"
        self.dev, self.demo = dev, demo
        self.previous = Master(previous.master, previous.lifeline) if previous else None
        self.retiring: Master | None = None
        self.is_reload_due = False
        self.has_opened = previous is not None
        self.is_prepared = False  # by this version

    def run(self) -> None:
        """Run until a signal ends it, or return if the site has never opened."""
        wait = MIN_RESTART_DELAY
        try:
            while True:
                began = time.monotonic()
                if self._run_once():
                    continue
                if not self.has_opened:
                    return
                wait = (
                    MIN_RESTART_DELAY
                    if time.monotonic() - began > MAX_RESTART_DELAY
                    else min(wait * 2, MAX_RESTART_DELAY)
                )
                print_line(f"The site ended unexpectedly; restarting in {wait:.0f} s.", sys.stderr)
                time.sleep(wait)
        finally:
            if self.retiring:
                self.retiring.stop()

    def _run_once(self) -> bool:
        """Run the master once. Return whether it ended because a file has changed."""
        try:
            master = self._take_over(self.previous) if self.previous else self._start()
        except OSError as problem:  # too many processes or too little memory: retry later
            print_line(f"The site can't be started: {problem.strerror}", sys.stderr)
            return False
        try:
            return self._watch(master)
        finally:
            master.stop()

    def _start(self, *extra: str) -> Master:
        preparing = [] if self.is_prepared else ["--prepare", *(["--demo"] if self.demo else [])]
        return Master.start(self.listener.fileno(), [*preparing, *extra])

    def _take_over(self, previous: Master) -> Master:
        """Start this version's master in place of `previous`.

        Return the one that continues: the previous one if the new one fails.
        """
        self.previous = None
        try:
            successor = self._start("--replace")
        except OSError as problem:
            print_line(f"The new version can't be started: {problem.strerror}", sys.stderr)
            return previous
        try:
            until = time.monotonic() + REPLACE_SECONDS
            while not successor.has_opened() and not successor.has_ended() and time.monotonic() < until:
                time.sleep(0.1)
            if successor.has_opened():
                if not previous.has_ended():
                    previous.retire()
                    self.retiring = previous
                self._greet()
                return successor
            successor.stop()
        except BaseException:
            successor.stop()
            previous.stop()
            raise
        print_line("The new version did not start. The reason is above. The previous version continues.", sys.stderr)
        return previous

    def _watch(self, master: Master) -> bool:
        """Wait until the master ends (False) or, in development, a file has changed (True)."""
        before = _get_latest_change() if self.dev else 0.0
        greeted = master.opened is None
        while not master.has_ended():
            time.sleep(0.5 if greeted else 0.1)
            if not greeted and master.has_opened():
                greeted = True
                self._greet()
            if self.retiring and self.retiring.has_ended():
                self.retiring.stop()
                self.retiring = None
            if self.is_reload_due and greeted and not self.retiring:
                self._reload(master)
            if self.dev and _get_latest_change() != before:
                print_line("A file has changed: restarting.", sys.stderr)
                return True
        return False

    def _reload(self, master: Master) -> None:
        """Become the `serve` now on disk. Returns only if that couldn't start."""
        self.is_reload_due = False
        command = [sys.executable, *sys.orig_argv[1:]]
        try:
            checked = subprocess.run([*command, "--check"], env=self.environment, capture_output=True, text=True)
            if checked.returncode:
                print_line(f"{checked.stderr.strip()}\nThe new version can't start; this one goes on.", sys.stderr)
                return
            print_line("The version that lies here now takes over.", sys.stderr)
            # Blocked because SIGHUP would end the next version before it has set its handler.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
            handover = Handover(self.listener.fileno(), master.pid, master.lifeline)
            os.execve(sys.executable, command, handover.leave(self.environment))
        except OSError as problem:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
            print_line(f"The new version can't be started ({problem}); this one goes on.", sys.stderr)

    def _greet(self) -> None:
        self.has_opened = self.is_prepared = True
        self._print_addresses()

    def _print_addresses(self) -> None:
        host, port = self.listener.getsockname()[:2]
        if host in ("0.0.0.0", "::"):
            hosts = ["localhost", *host_addresses.list_own_addresses()]
        else:
            hosts = [f"[{host}]" if ":" in host else host]
        lines = [f"{self.scheme}://{host}:{port}/" for host in hosts]
        text = "\n".join(["Tefuda is open at", *(f"  {line}" for line in lines), "Ctrl-C closes it."])
        if self.demo:
            text += f"\n{(_data_folder() / DEMO_ACCOUNTS_FILE).read_text()}"
        print_line(text, sys.stdout)


def print_line(text: str, stream: TextIO) -> None:
    """Print a line, ignoring errors: a full disk or a closed terminal must not end the site."""
    with suppress(OSError):
        stream.write(text + "\n")
        stream.flush()


def _get_latest_change() -> float:
    """Return the time of the latest change to a source file."""
    rooms = [BASE_DIR / name for name in ("config", "accounts", "games", "templates", "locale")]
    walked = chain.from_iterable(os.walk(room) for room in rooms)
    return max(
        os.stat(os.path.join(folder, name)).st_mtime
        for folder, _, names in walked
        for name in names
        if name.endswith(WATCHED_SUFFIXES)
    )
