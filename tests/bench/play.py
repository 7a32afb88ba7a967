"""Tables of every title, people in all seats, played at random through the site."""

import gzip
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from accounts.models import User
from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import to_json
from games.tables.models import Table
from tests.bench.browser import Answer, Browser
from tests.contract.checks.moves import as_form
from tests.matches import fresh, legal, running, stretched, waiting

OPTIONS = {"sdc": {"start_coins": 20}}  # else it would be over too soon
SEATS = {meta.slug: meta.seats_default for meta in registry.list_metadata().values()}


def unpacked(answer: Answer) -> bytes:
    """The body as it was before it was compressed."""
    return gzip.decompress(answer.body) if answer.headers.get("Content-Encoding") == "gzip" else answer.body


@dataclass(frozen=True, slots=True)
class Move:
    """A decision made: what it was answered with, and how many steps the house took after it."""

    answer: Answer
    house: int


@dataclass
class Play:
    """One table after another of a title, of the usual size; `moves` makes the next move."""

    slug: str
    people: list[User]
    browsers: list[Browser]
    length: int = 0  # of the log when play begins, if it is to be a long one
    rng: Rng = field(default_factory=lambda: Rng(b"bench", "moves"))
    moves: Iterator[Move] = field(init=False)

    def __post_init__(self) -> None:
        self.table, self.moves = self.new(), self._moves()

    def new(self) -> Table:
        seats = SEATS[self.slug]
        options = OPTIONS.get(self.slug, {})
        table = running(self.slug, *self.people[:seats], seats=seats, options=options)
        return stretched(table, self.length) if self.length else table

    @property
    def reader(self) -> Browser:
        """A spectator at the table: the last seat."""
        return self.browsers[SEATS[self.slug] - 1]

    @property
    def address(self) -> str:
        return f"/tables/{self.table.public_id}/"

    def mark(self, browser: Browser) -> str:
        """Return how far the page in this browser has read the log."""
        match = re.search(rb'data-log="([^"]*)"', unpacked(browser.get(self.address)))
        return match[1].decode() if match else ""

    def asked(self, browser: Browser) -> str:
        """The question that browser's hand form answers."""
        seat = self.browsers.index(browser)
        return next((str(at.question_seq) for at in waiting(self.table) if at.number == seat), "")

    def _moves(self) -> Iterator[Move]:
        while True:
            seats = waiting(self.table)
            if not seats:
                self.table = self.new()
                continue
            seat, before = seats[0], fresh(self.table).last_seq
            fields = [("asked", str(seat.question_seq)), ("key", f"bench-{seat.question_seq}-{seat.number}")]
            move_form = as_form(to_json(legal(self.table, seat.number).sample(self.rng)))
            fields += [(name, value) for name, values in move_form.items() for value in values]
            browser = self.browsers[seat.number]
            answer = browser.post(f"{self.address}move/", fields, f"log={self.mark(browser)}")
            if answer.status != 200:
                sys.exit(f"{self.slug}: a move was answered with {answer.status}")
            yield Move(answer, fresh(self.table).last_seq - before - 1)
