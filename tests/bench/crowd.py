"""Waiting times of people at tables of bots, over HTTP and the live stream as a page does.

Each person is a thread of this process. Measured: the time from a move to the person's next question.
"""

import http.client
import re
import statistics
import threading
import time
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from tests.bench.served import served

THINK_SECONDS, TITLE = 5.0, "lombard"
MANY, SECONDS = 30, 40.0


def figures(folder: Path) -> list[tuple[str, list[float]]]:
    """Return waiting times in seconds: of one person, then of many concurrently."""
    with served(folder) as (site, _):
        return [("one person", waits(site, 1)), (f"{MANY} people", waits(site, MANY))]


def waits(site: str, people: int) -> list[float]:
    """Every wait of that many people, in SECONDS. One that has not ended counts with the time waited so far."""
    until, wait_times = time.monotonic() + SECONDS, list[float]()
    crowd = [threading.Thread(target=_Person(site, n, until, wait_times).run) for n in range(people)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return wait_times


class _Person:
    """A person who plays one quick match after another."""

    def __init__(self, site: str, number: int, until: float, wait_times: list[float]) -> None:
        self.host = urlsplit(site).netloc
        self.pages = http.client.HTTPConnection(self.host, timeout=30)
        self.cookies = SimpleCookie[str]()
        self.headers = {"X-Forwarded-For": f"10.0.0.{number + 1}", "Referer": site, "Accept-Language": "en"}
        self.until, self.found = until, wait_times

    def run(self) -> None:
        while time.monotonic() < self.until:
            self._match()

    def _match(self) -> None:
        csrf = field_in(self._ask("GET", "/")[1], "csrfmiddlewaretoken")
        table = self._ask("POST", f"/games/{TITLE}/quick-play/", {"csrfmiddlewaretoken": csrf})[0]
        page = self._ask("GET", table)[1]
        stream = self._stream(page)
        moved, last = 0.0, ""
        while time.monotonic() < self.until and 'data-moving="no"' not in page:
            move = question_in(page)
            if move and move["asked"] != last:
                if moved:
                    self.found.append(time.monotonic() - moved)
                self.pages.close()  # the site ends connections on which nothing comes for so long
                time.sleep(THINK_SECONDS)
                page = self._ask("POST", f"{table}move/", move, {"HX-Request": "true"})[1]
                moved, last = time.monotonic(), move["asked"]
            else:
                _until_told(stream)
                page = self._ask("GET", f"{table}fragment/?asked={last}", None, {"HX-Request": "true"})[1]
        if moved and 'data-moving="no"' not in page:
            self.found.append(time.monotonic() - moved)

    def _ask(self, method: str, path: str, form: Any = None, extra_headers: Any = None) -> tuple[str, str]:
        """Follow the redirect and return its address and the page."""
        headers = {**self.headers, "Cookie": "; ".join(cookie.OutputString([]) for cookie in self.cookies.values())}
        headers |= extra_headers or {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        self.pages.request(method, path, urlencode(form) if form else None, headers)
        answer = self.pages.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        return answer.headers.get("Location", path), answer.read().decode()

    def _stream(self, page: str) -> http.client.HTTPResponse:
        token = re.search(r'data-token="([^"]+)"', page)
        stream = http.client.HTTPConnection(self.host, timeout=30)
        stream.request("GET", f"/live/?token={quote(token[1] if token else '')}", headers=self.headers)
        return stream.getresponse()


def _until_told(stream: http.client.HTTPResponse) -> None:
    """The stream says now and then that it is there, so this returns in any case."""
    while (line := stream.readline()) and not line.startswith((b"data:", b":")):
        pass


def field_in(page: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', page)
    return match[1] if match else ""


def question_in(page: str) -> dict[str, str] | None:
    """The form of the first move offered."""
    form = re.search(r'<form id="move".*?</form>', page, re.S)
    move = form and re.search(r"name=\"move\"\s+value='([^']*)'", form[0])
    if not form or not move:
        return None
    return {name: field_in(form[0], name) for name in ("asked", "key", "csrfmiddlewaretoken")} | {"move": move[1]}


def show(folder: Path) -> None:
    print(f"\nSeconds until one is asked again, against bots, {THINK_SECONDS:.0f} s per move: median, 95 %")
    for role, wait_times in figures(folder):
        times = sorted(wait_times)
        print(f"  {role:12} {statistics.median(times):6.2f} {times[int(len(times) * 0.95)]:6.2f}   {len(times)} waits")
