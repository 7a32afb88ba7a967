"""Tables of every title, people in all seats, played at random through the site."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from accounts.models import User
from games import catalog
from games.engine.chance import Rng
from games.engine.codec import to_json
from games.models import Table
from tests.bench.browser import Answer, Browser
from tests.contract.checks.moves import as_form
from tests.matches import fresh, legal, running, stretched, waiting

OPTIONS = {"sdc": {"start_coins": 20}}  # else it would be over too soon
SEATS = {meta.slug: meta.seats_default for meta in catalog.metas().values()}


@dataclass(frozen=True, slots=True)
class Move:
    """A decision made: what it was answered with, and how many steps the house took after it."""

    answer: Answer
    house: int


@dataclass
class Play:
    """One table after another of a title, of the usual size. Iterating makes the moves."""

    slug: str
    people: list[User]
    browsers: list[Browser]
    length: int = 0  # of the log when play begins, if it is to be a long one
    rng: Rng = field(default_factory=lambda: Rng(b"bench", "moves"))

    def __post_init__(self) -> None:
        self.table = self.new()

    def new(self) -> Table:
        seats = SEATS[self.slug]
        options = OPTIONS.get(self.slug, {})
        table = running(self.slug, *self.people[:seats], seats=seats, options=options)
        return stretched(table, self.length) if self.length else table

    @property
    def reader(self) -> Browser:
        """Somebody who looks at the table: the last seat."""
        return self.browsers[SEATS[self.slug] - 1]

    @property
    def address(self) -> str:
        return f"/t/{self.table.public_id}/"

    def __iter__(self) -> Iterator[Move]:
        while True:
            asked = waiting(self.table)
            if not asked:
                self.table = self.new()
                continue
            seat, before = asked[0], fresh(self.table).seq
            fields = [("asked", str(seat.asked)), ("key", f"bench-{seat.asked}-{seat.number}")]
            chosen = as_form(to_json(legal(self.table, seat.number).sample(self.rng)))
            fields += [(name, value) for name, values in chosen.items() for value in values]
            answer = self.browsers[seat.number].post(f"{self.address}move/", fields)
            if answer.status != 200:
                sys.exit(f"{self.slug}: a move was answered with {answer.status}")
            yield Move(answer, fresh(self.table).seq - before - 1)
