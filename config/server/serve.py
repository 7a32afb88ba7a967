"""`manage.py serve`: the whole site with one command. Standard library only, so it starts at once and fails clearly.

It checks what can be checked, opens the port and has the site prepared and kept running
(`config.server.processes.runner`).
Ctrl-C or SIGTERM stop everything.
"""

import argparse
import os
import signal
import socket
import ssl
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from config.server.processes.runner import BASE_DIR, ServerRunner, print_line


class StartupError(Exception):
    """Something the person at the keyboard can mend; its text is all they see."""


def main(arguments: Sequence[str]) -> int:
    """Run the site until told to stop. Returns the exit status."""
    asked = _arguments(arguments)
    os.umask(0o077)  # what is made here, and by the children, is nobody else's business
    os.environ["TEFUDA_DATA_DIR"] = str(_data_folder())  # the same for children that run in another folder
    if asked.dev:
        os.environ["TEFUDA_DEBUG"] = "1"
    try:
        if asked.https:
            _set_up_https(*asked.https)
        _check_folder(_data_folder())
        with _listener(asked.host, asked.port) as listener, _stop_signals():
            ServerRunner(listener, _data_folder() / "run" / "open", dev=asked.dev, https=bool(asked.https)).run()
            raise StartupError("Tefuda did not start: what is in the way stands above.")
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
    parser.add_argument("--dev", action="store_true", help="debug pages, and start anew when a file has changed")
    return parser.parse_args(arguments)


def _set_up_https(certificate: str, key: str) -> None:
    """Tell the children (settings, master) to speak HTTPS, having seen that these files make a server."""
    try:
        # A key with a password would have it asked for at the keyboard, by every child anew.
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
def _listener(host: str, port: int) -> Iterator[socket.socket]:
    """The open port. The master inherits it, so nobody is turned away while the web server starts anew."""
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
