"""What browsers do at a table: an open page each, with its live stream; a fetch when something has changed; moves."""

import asyncio
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import aiohttp

from tests.bench.browser import CSRF
from tests.bench.load.stage import Match, ScriptedMove

LOG_CURSOR, TOKEN, ASKED = (
    re.compile(rf'{name}="([^"]*)"') for name in ("data-log", "data-token", 'name="asked" value')
)
STREAM = aiohttp.ClientTimeout(total=None)


class Requests:
    """Seconds by kind of request, and how often each status came."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()


class Reader:
    """One person's browser."""

    def __init__(self, url: str, session: str, requests: Requests) -> None:
        self.url, self.requests = url, requests
        headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "Origin": url, "Accept-Language": "en"}
        self.http = aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(30))
        self.log = self.asked = self.tag = ""
        self.following: asyncio.Task[None] | None = None

    async def open(self, address: str) -> None:
        """The table's page, followed from now on."""
        page = await self.ask("page", "GET", address)
        self._note(page)
        if token := TOKEN.search(page):
            self.following = asyncio.create_task(self._follow(address, token[1]))

    async def move(self, address: str, move: ScriptedMove) -> None:
        form = [("asked", str(move.asked)), ("key", f"load-{move.asked}-{move.seat}"), ("csrfmiddlewaretoken", CSRF)]
        self._note(await self.ask("move", "POST", f"{address}move/?log={self.log}", [*form, *move.fields]))

    async def close(self) -> None:
        if self.following:
            self.following.cancel()
            with suppress(asyncio.CancelledError):
                await self.following
        await self.http.close()

    async def ask(self, kind: str, method: str, path: str, form: Any = None) -> str:
        headers = {} if kind == "page" else {"HX-Request": "true"}
        headers |= {"If-None-Match": self.tag} if kind == "fragment" and self.tag else {}
        began = time.monotonic()
        async with self.http.request(method, self.url + path, data=form, headers=headers) as answer:
            text = await answer.text()
        self.requests.seconds[kind].append(time.monotonic() - began)
        self.requests.statuses[answer.status] += 1
        self.tag = answer.headers.get("ETag", self.tag)
        return text

    async def _follow(self, address: str, token: str) -> None:
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self.http.get(f"{self.url}/live/?token={quote(token)}", timeout=STREAM) as stream:
                async for line in stream.content:
                    if line.startswith(b"data:"):
                        query = f"?asked={self.asked}&log={self.log}"
                        self._note(await self.ask("fragment", "GET", f"{address}fragment/{query}"))

    def _note(self, page: str) -> None:
        """Read the page's position in the log, and the question its form answers."""
        for name, pattern in (("log", LOG_CURSOR), ("asked", ASKED)):
            if match := pattern.search(page):
                setattr(self, name, match[1])


async def play(
    url: str, matches: Sequence[Match], requests: Requests, until: float, think: float, *, watched: bool
) -> None:
    """Make a group's moves, continuing where it stopped; `watched`: with everyone's page open."""
    for match in matches:
        if match.made < len(match.script) and time.monotonic() < until:
            await _play_match(url, match, requests, until, think, watched=watched)


async def _play_match(url: str, match: Match, requests: Requests, until: float, think: float, *, watched: bool) -> None:
    readers = [Reader(url, session, requests) for session in match.sessions]
    try:
        if watched:
            await asyncio.gather(*(reader.open(match.address) for reader in readers))
        for move in match.script[match.made :]:
            if think:
                await asyncio.sleep(random.expovariate(1 / think))
            if time.monotonic() > until:
                break
            await readers[move.seat].move(match.address, move)
            match.made += 1
    finally:
        await asyncio.gather(*(reader.close() for reader in readers))


async def read(url: str, session: str, path: str, requests: Requests, until: float) -> None:
    """One page again and again."""
    reader = Reader(url, session, requests)
    while time.monotonic() < until:
        await reader.ask("page", "GET", path)
    await reader.close()


async def post_minimal(url: str, cookies: str, game: int, requests: Requests, until: float) -> None:
    """The yardstick's move, again and again."""
    form = {"game": str(game), "text": "x" * 300, "csrfmiddlewaretoken": CSRF}
    async with aiohttp.ClientSession(headers={"Cookie": cookies, "Origin": url}) as session:
        while time.monotonic() < until:
            began = time.monotonic()
            async with session.post(f"{url}/minimal/", data=form) as answer:
                await answer.read()
            requests.seconds["move"].append(time.monotonic() - began)
            requests.statuses[answer.status] += 1
