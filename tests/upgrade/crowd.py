"""A few people who play against bots while the site is updated, without a single failed request.

They behave like browsers: connections are reused, the files of pages are fetched, one live stream is open, and pages
opened earlier are still there, with their styles and scripts. But a browser quietly repeats failed requests; here
every failure counts.
"""

import http.client
import json
import random
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, urlencode

from tests.bench.crowd import field_in, question_in
from tests.server.running import eventually

GAME = "lombard"
BREATH_SECONDS = 0.1
STATIC = re.compile(r'(?:href|src)="(/static/[^"#]+)')
TOKEN = re.compile(r'data-token="([^"]+)"')
RELEASE = re.compile(r'<meta name="release" content="(\w+)"')
Receipt = tuple[str, int, str]  # table, number of the event, digest


class Crowd:
    """What all of them have sent and seen."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.stopping = threading.Event()
        self.failures: list[str] = []
        self.receipts: dict[str, Receipt] = {}
        self.requests = 0
        self.streams = 0
        self.files: set[str] = set()
        self.releases: list[str] = []  # as pages name them, one after the other


class Person(threading.Thread):
    """A person who plays one quick match after another, as a guest."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        super().__init__(daemon=True)
        self.crowd, self.rng = crowd, random.Random(number)
        self.connection = http.client.HTTPConnection("127.0.0.1", crowd.port, timeout=30)
        self.cookies = SimpleCookie[str]()
        self.headers = {
            "X-Forwarded-For": f"10.0.0.{number + 1}", "Origin": f"http://127.0.0.1:{crowd.port}",
            "Accept-Language": "en",
        }  # fmt: skip

    def run(self) -> None:
        try:
            while not self.crowd.stopping.is_set():
                self._play_match()
        except Exception as problem:
            self.crowd.failures.append(f"{type(problem).__name__}: {problem}")
        self.connection.close()

    def _play_match(self) -> None:
        csrf = field_in(self._show("/"), "csrfmiddlewaretoken")
        _, table, _ = self._ask("POST", f"/games/{GAME}/quick-play/", {"csrfmiddlewaretoken": csrf})
        page, question = self._show(table), ""
        while not self.crowd.stopping.wait(BREATH_SECONDS) and 'data-moving="no"' not in page:
            move = question_in(page)
            if move and move["asked"] != question:
                question = move["asked"]
                self._move(table, move)
            page = self._show(table)

    def _move(self, table: str, move: dict[str, str]) -> None:
        status, _, text = self._ask("POST", f"{table}move/", move, Accept="application/json")
        if status == 200:
            data = json.loads(text)
            self.crowd.receipts[move["key"]] = (table.split("/")[2], data["seq"], data["digest"])

    def _show(self, path: str) -> str:
        """A page with the files it names, and one that an open page of earlier may name."""
        page = self._ask("GET", path)[2]
        for release in RELEASE.findall(page):
            self.crowd.releases.append(release)
        for file in set(STATIC.findall(page)) - self.crowd.files:
            self._fetch(file)
        self._fetch(self.rng.choice(sorted(self.crowd.files)))
        return page

    def _fetch(self, file: str) -> None:
        if self._ask("GET", file)[0] == 200:
            self.crowd.files.add(file)

    def _ask(self, method: str, path: str, form: Any = None, **extra_headers: str) -> tuple[int, str, str]:
        """Return status, redirect and page. Errors visible to people are recorded."""
        headers = {
            **self.headers,
            **extra_headers,
            "Cookie": "; ".join(cookie.OutputString([]) for cookie in self.cookies.values()),
        }
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        self.crowd.requests += 1
        try:
            self.connection.request(method, path, urlencode(form) if form else None, headers)
            answer = self.connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as problem:
            self.connection.close()
            self.crowd.failures.append(f"{method} {path}: {type(problem).__name__} {problem}")
            return 0, path, ""
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        if answer.status not in (200, 302, 304, 409):
            self.crowd.failures.append(f"{method} {path}: {answer.status}")
        return answer.status, answer.headers.get("Location", path), text


class Watcher(Person):
    """A person who watches one of their tables by the live stream; when it ends they open it again."""

    def _play_match(self) -> None:
        csrf = field_in(self._show("/"), "csrfmiddlewaretoken")
        table = self._ask("POST", f"/games/{GAME}/quick-play/", {"csrfmiddlewaretoken": csrf})[1]
        while not self.crowd.stopping.wait(BREATH_SECONDS):
            token = TOKEN.search(self._show(table))
            if token:
                # A stream may last longer than the server keeps an idle connection; a browser sees that before it asks.
                self.connection.close()
                self._listen(f"/live/?token={quote(token[1])}")

    def _listen(self, path: str) -> None:
        """Until the stream ends, which is no failure, or it is time to go."""
        line = http.client.HTTPConnection("127.0.0.1", self.crowd.port, timeout=20)
        try:
            line.request("GET", path, headers=self.headers)
            stream = line.getresponse()
            if stream.status != 200:
                self.crowd.failures.append(f"GET /live/: {stream.status}")
                return
            self.crowd.streams += 1
            while stream.readline() and not self.crowd.stopping.is_set():
                pass
        except http.client.IncompleteRead:
            pass
        except OSError as problem:
            self.crowd.failures.append(f"GET /live/: {problem}")
        finally:
            line.close()


@contextmanager
def playing(port: int, people: int = 5) -> Iterator[Crowd]:
    """A crowd at the site on that port, for this block."""
    crowd = Crowd(port)
    persons: Sequence[Person] = [*(Person(crowd, n) for n in range(people)), Watcher(crowd, people)]
    for person in persons:
        person.start()
    try:
        yield crowd
    finally:
        crowd.stopping.set()
        for person in persons:
            person.join(30)


def wait_for_moves(crowd: Crowd, count: int) -> None:
    """Until they have made that many more."""
    before = len(crowd.receipts)
    assert eventually(lambda: len(crowd.receipts) >= before + count, 90), crowd.failures
