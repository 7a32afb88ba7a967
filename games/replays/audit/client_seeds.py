"""Client seeds in a log, up to the start of the match."""

import re
from collections.abc import Collection

from games.engine.chance import hash_client_seed
from games.replays.audit.base import MismatchError
from games.replays.audit.rows import Body

# The player of a seat doesn't matter before the deal: its person still reveals.
ALLOWED_DURING_REVEAL = ("seat-to-bot", "seat-back")
HASH, SEED_PATTERN = re.compile("[0-9a-f]{64}"), re.compile("(?:[0-9a-f]{2}){1,800}")
# Valid causes and reasons for breaking a table off, and whether a seat is named.
BREAK_OFF_CAUSES = {
    ("clock", "time"): False, ("player", "left"): True, ("moderator", "void"): False, ("moderator", "removed"): True,
    ("house", "gone"): True,
}  # fmt: skip


class ClientSeeds:
    """The client seeds of a table, checked event by event. All methods raise MismatchError.

    `given` are the hashes by seat, `opened` the revealed seeds of a strict table in hex; "" for none. `people` are the
    seats of persons, who all have to reveal; `broken` is set if the table was broken off.
    """

    def __init__(self, table_id: str = "", seats: int = 0, strict: bool = False) -> None:
        self.table_id, self.seats, self.strict = table_id, seats, strict
        self.given, self.opened = [""] * seats, [""] * seats
        self.people = set[int]()
        self.broken = False
        self.started_at = ""  # time of the first reveal

    def update_holder(self, seat: object, *, person: bool) -> None:
        """Reset the seat's client seed when a person or bot takes or leaves it."""
        if type(seat) is int and 0 <= seat < self.seats:
            self.given[seat] = ""
            (self.people.add if person else self.people.discard)(seat)

    def check_next(self, kind: str) -> None:
        """Check the order of events: once revealing has begun, only reveals, the deal or a break-off may follow."""
        if self.broken:
            raise MismatchError("broken-off")
        if not any(self.opened):
            if kind == "break-off":
                raise MismatchError("broken-off")
        elif self._all_open():
            if kind != "start":
                raise MismatchError("not-dealt")
        elif kind not in ("open", "break-off", *ALLOWED_DURING_REVEAL):
            raise MismatchError("not-dealt")

    def check_end(self, status: str) -> None:
        """Check that a table without a deal ended for a valid reason."""
        if self.broken != (status == "broken-off"):
            raise MismatchError("broken-off" if self.broken else "not-dealt")
        if any(self.opened) and not self.broken and status != "open":
            raise MismatchError("not-dealt")

    def break_off(self, body: Body) -> None:
        """Check a break-off. Like a start, its event lists all hashes and revealed seeds."""
        data, seat = body["data"], body["seat"]
        names_seat = BREAK_OFF_CAUSES.get((body["cause"], data.get("why")))
        if not self.strict or names_seat is None or names_seat != (type(seat) is int and 0 <= seat < self.seats):
            raise MismatchError("broken-off")
        if data.get("phrases") != self.given or data.get("opened") != self.opened:
            raise MismatchError("phrases")
        if data["why"] == "time":
            self._check_time_up(body)
        elif not data.keys().isdisjoint(("deadline", "found")):
            raise MismatchError("broken-off")
        self.broken = True

    def _check_time_up(self, body: Body) -> None:
        """Check that the deadline was between the first reveal and the time of the event."""
        deadline, noticed_at = body["data"].get("deadline"), str(body["time"])
        if (
            body["data"].get("found") != noticed_at
            or type(deadline) is not str
            or not self.started_at <= deadline <= noticed_at
        ):
            raise MismatchError("deadline")

    def _all_open(self) -> bool:
        return any(self.opened) and all(self.opened[seat] for seat in self.people)

    def add_hash(self, body: Body) -> None:
        seat, client_seed_hash = self._parse_seed(body)
        if not HASH.fullmatch(client_seed_hash) or any(self.opened):
            raise MismatchError("phrase")
        self.given[seat] = client_seed_hash

    def reveal(self, body: Body) -> None:
        seat, client_seed = self._parse_seed(body)
        if not self.strict or not SEED_PATTERN.fullmatch(client_seed) or self.opened[seat]:
            raise MismatchError("phrase")
        if any(not self.given[other] for other in self.people):  # no one reveals before all hashes are there
            raise MismatchError("phrase")
        if hash_client_seed(self.table_id, seat, bytes.fromhex(client_seed)) != self.given[seat]:
            raise MismatchError("phrase")
        self.started_at = self.started_at or str(body["time"])
        self.opened[seat] = client_seed

    def finalize(self, body: Body, bots: Collection[int]) -> list[str]:
        """Return the seeds or hashes that chance is derived from, at the start of the match."""
        data = body["data"]
        phrases = data.get("phrases")
        if type(phrases) is not list or len(phrases) != self.seats:
            raise MismatchError("start")
        if phrases != self.given:  # the server has tried others
            raise MismatchError("phrases")
        if not self.strict:
            if "opened" in data:
                raise MismatchError("phrases")
            return self.given
        if data.get("opened") != self.opened or not self._all_open() or len(self.people.union(bots)) != self.seats:
            raise MismatchError("phrases")
        return self.opened

    def _parse_seed(self, body: Body) -> tuple[int, str]:
        seat, value = body["seat"], body["data"].get("phrase")
        if body["cause"] != "player" or type(seat) is not int or not 0 <= seat < self.seats or type(value) is not str:
            raise MismatchError("phrase")
        return seat, value
