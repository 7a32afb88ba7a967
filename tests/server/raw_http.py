"""Speaking HTTP byte by byte, as no browser would, to a server in this process."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from config.asgi import AsgiSite
from config.server.http import uvicorn as http_uvicorn

LOCAL = "127.0.0.1"


class Running:
    """A server with the options of the real one."""

    def __init__(self, site: AsgiSite, server: uvicorn.Server) -> None:
        self.site, self.server = site, server
        self.port: int = server.servers[0].sockets[0].getsockname()[1]

    @property
    def connections(self) -> int:
        return len(self.server.server_state.connections)


@contextmanager
def site_running(**options: Any) -> Iterator[Running]:
    site = AsgiSite()
    server = uvicorn.Server(
        uvicorn.Config(site, port=0, log_config=None, **{**http_uvicorn.get_uvicorn_options(), **options})
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield Running(site, server)
    finally:
        site.hub.stop()
        server.should_exit = True
        thread.join(10)
        site.hub.source.thread.join(10)


class Visitor:
    """One connection."""

    def __init__(self, port: int, *, receive_buffer: int = 0) -> None:
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(30)
        self.socket.connect((LOCAL, port))

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def says(self, text: str | bytes) -> "Visitor":
        self.socket.sendall(text.replace("\n", "\r\n").encode() if isinstance(text, str) else text)
        return self

    def asks(self, path: str = "/account/login/", method: str = "GET", headers: str = "") -> "Visitor":
        return self.says(f"{method} {path} HTTP/1.1\nHost: localhost\n{headers}\n")

    def hears(self) -> bytes:
        """Return what has arrived when the server closes this connection; without `Connection: close` that is later."""
        heard = b""
        try:
            while part := self.socket.recv(65536):
                heard += part
        except ConnectionResetError:
            pass
        return heard

    def status(self) -> int:
        """The status of the next answer; 0 if the connection was closed instead."""
        try:
            line = self.socket.makefile("rb").readline()
        except ConnectionResetError:
            line = b""
        return int(line.split()[1]) if line else 0


def status(port: int, path: str = "/account/login/", method: str = "GET", headers: str = "") -> int:
    with Visitor(port) as visitor:
        return visitor.asks(path, method, headers + "Connection: close\n").status()
