"""What seats add to the chance, as a log tells of it until the start closes it."""

import re
from collections.abc import Collection

from games.engine.chance import phrase_hash
from games.replays.audit.check import Differs
from games.replays.audit.rows import Body

HASH, OPENED = re.compile("[0-9a-f]{64}"), re.compile("(?:[0-9a-f]{2}){1,800}")


class Phrases:
    """`given` are hashes by seat, `opened` what is behind them at a strict table, as hex; "": none.

    All methods raise Differs for what no house of ours would write.
    """

    def __init__(self, table_id: str = "", seats: int = 0, strict: bool = False) -> None:
        self.table_id, self.seats, self.strict = table_id, seats, strict
        self.given, self.opened = [""] * seats, [""] * seats

    def seat_changed(self, seat: object) -> None:
        """Somebody else sits there, who could choose with what is known once one is opened: then all begin anew."""
        if type(seat) is int and 0 <= seat < self.seats:
            if any(self.opened):
                self.given, self.opened = [""] * self.seats, [""] * self.seats
            self.given[seat] = ""

    def give(self, body: Body) -> None:
        seat, given = self._said(body)
        if not HASH.fullmatch(given) or any(self.opened):
            raise Differs("phrase")
        self.given[seat] = given

    def open(self, body: Body) -> None:
        seat, phrase = self._said(body)
        if not self.strict or not OPENED.fullmatch(phrase):
            raise Differs("phrase")
        if phrase_hash(self.table_id, seat, bytes.fromhex(phrase)) != self.given[seat]:
            raise Differs("phrase")
        self.opened[seat] = phrase

    def closed(self, body: Body, bots: Collection[int]) -> list[str]:
        """The parts that the chance is made of, at the start."""
        data = body["data"]
        phrases = data.get("phrases")
        if type(phrases) is not list or len(phrases) != self.seats:
            raise Differs("start")
        if phrases != self.given:  # the house has tried some out
            raise Differs("phrases")
        if not self.strict:
            if "opened" in data:
                raise Differs("phrases")
            return self.given
        shut = [seat for seat in range(self.seats) if bool(self.opened[seat]) != (seat not in bots)]
        if data.get("opened") != self.opened or shut:
            raise Differs("phrases")
        return self.opened

    def _said(self, body: Body) -> tuple[int, str]:
        seat, said = body["seat"], body["data"].get("phrase")
        if body["cause"] != "player" or type(seat) is not int or not 0 <= seat < self.seats or type(said) is not str:
            raise Differs("phrase")
        return seat, said
