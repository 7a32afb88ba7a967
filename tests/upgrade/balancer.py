"""A load balancer in front of web processes of two versions: each request goes to the next one in turn."""

import http.client
import itertools
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.server.running import eventually

HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")


class Balancer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Forwarder)
        self.ports: list[int] = []
        self.turn = itertools.count()
        self.at_work: Counter[int] = Counter()  # by port, streams left out
        self.served: Counter[int] = Counter()
        self.lock = threading.Lock()

    def choose(self) -> list[int]:
        """The current target, and the alternative."""
        ports = list(self.ports)
        first = next(self.turn) % len(ports)
        return ports[first:] + ports[:first]

    def remove(self, port: int) -> None:
        """Send no more requests there, and wait for running ones: then it can be stopped."""
        self.ports.remove(port)
        assert eventually(lambda: self.at_work[port] == 0)

    def count(self, port: int, change: int) -> None:
        with self.lock:
            self.at_work[port] += change
            self.served[port] += change > 0


class Forwarder(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Balancer

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        for port in self.server.choose():
            if self._forward(port, body) or not self.path.startswith("/static/"):
                return
        self.send_error(404)

    do_POST = do_GET

    def _forward(self, port: int, body: bytes) -> bool:
        """Return whether it was answered; a file that only another version has wasn't."""
        is_stream = self.path.startswith("/live/")
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.server.count(port, 0 if is_stream else 1)
        try:
            line.request(self.command, self.path, body or None, dict(self.headers.items()))
            answer = line.getresponse()
            if is_stream and answer.status == 200:
                self._stream(answer)
            elif answer.status == 404 and self.path.startswith("/static/"):
                return False
            else:
                self._answer(answer)
            return True
        finally:
            line.close()
            self.server.count(port, 0 if is_stream else -1)

    def _answer(self, answer: http.client.HTTPResponse) -> None:
        content = answer.read()
        self._start(answer)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _stream(self, answer: http.client.HTTPResponse) -> None:
        """Until either side ends it."""
        self._start(answer)
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(OSError, http.client.HTTPException):
            while line := answer.readline():
                self.wfile.write(line)

    def _start(self, answer: http.client.HTTPResponse) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)


@contextmanager
def balancing() -> Iterator[Balancer]:
    balancer = Balancer()
    thread = threading.Thread(target=balancer.serve_forever)
    thread.start()
    try:
        yield balancer
    finally:
        balancer.shutdown()
        balancer.server_close()
        thread.join(10)
