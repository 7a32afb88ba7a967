"""A door before the site that can be shut: to a browser it is a server that has stopped, and then runs again.

Playwright's own `set_offline` does not reach service workers, so the line is cut where it is real. The door also sees
what passes: what pages send, and what the service worker does.
"""

import re
import socket
import threading
import time
from contextlib import suppress

CHUNK = 65536
POST = re.compile(rb"POST (\S+) HTTP")
GET = re.compile(rb"GET (\S+) HTTP")


class Door:
    """Listens on a free port and forwards connections. When shut, it refuses new ones and cuts open ones."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.listener: socket.socket | None = None
        self.lines: set[socket.socket] = set()
        self.lock = threading.Lock()
        self.port = 0
        self.posts: list[str] = []  # where to, in order
        self.instead: dict[str, str] = {}  # scripts that are answered here
        self.bytes_out = 0
        self.proxy: bytes | None = None  # a proxy's error page, where there is one
        self.asked: list[tuple[float, str]] = []  # of the proxy: when, and for what
        self.flowing = threading.Event()  # else what the site answers stays behind the door
        self.flowing.set()
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self.listener = listener
        threading.Thread(target=self._let_in, args=(listener,), daemon=True).start()

    def shut(self) -> None:
        if self.listener:
            with suppress(OSError):
                self.listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits there
            self.listener.close()
            self.listener = None
        with self.lock:
            lines, self.lines = self.lines, set()
        for line in lines:
            _cut(line)

    def proxy_says(self, status: int, **headers: str) -> None:
        """From now on it answers like a proxy whose server is away."""
        lines = [f"HTTP/1.1 {status} Away", "Content-Type: text/html", "Content-Length: 4"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.proxy = ("\r\n".join(lines) + "\r\n\r\naway").encode()

    def _let_in(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                visitor, _ = listener.accept()
                try:
                    house = socket.create_connection(("127.0.0.1", self.behind))
                except OSError:
                    _cut(visitor)
                    continue
                with self.lock:
                    self.lines |= {visitor, house}
                threading.Thread(target=self._pass_in, args=(visitor, house), daemon=True).start()
                threading.Thread(target=self._pass_out, args=(house, visitor), daemon=True).start()

    def _pass_in(self, visitor: socket.socket, house: socket.socket) -> None:
        with suppress(OSError):
            while data := visitor.recv(CHUNK):
                if sent := POST.match(data):
                    self.posts.append(sent[1].decode().partition("?")[0])
                match = GET.match(data)
                if self.proxy is not None:
                    self.asked.append((time.monotonic(), data.split(b" ", 2)[1].decode().partition("?")[0]))
                    visitor.sendall(self.proxy)
                elif match and (script := self.instead.get(match[1].decode())):
                    visitor.sendall(_answer(script.encode()))
                else:
                    house.sendall(data)
        self._ended(visitor, house)

    def _pass_out(self, house: socket.socket, visitor: socket.socket) -> None:
        with suppress(OSError):
            while data := house.recv(CHUNK):
                self.flowing.wait(60)
                self.bytes_out += len(data)
                visitor.sendall(data)
        self._ended(visitor, house)

    def _ended(self, *line: socket.socket) -> None:
        with self.lock:
            self.lines -= {*line}
        for end in line:
            _cut(end)


def _answer(script: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: {len(script)}\r\n"
    return f"{head}Cache-Control: no-cache\r\n\r\n".encode() + script


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
