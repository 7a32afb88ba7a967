"""The bots' strategy tables: frequencies of exchanges, bids, answers and calls in the abstracted game.

`strategy_table.json` is made by `python -m tests.bench.sdc` (with `make bench`'s requirements); see docs/bots/sdc.md.
It has a part for each level, exchange limit and highest bid of a stage, all numbers in parts of `WHOLE`, one byte each:

    draws     role, kind, count
    bids      count, other's count, class, amount
    answers   bid, count, other's count, class, drop | call | raise …
    replies   bid, raise, count, other's count, class: frequency of calls

For both opener and responder, their own count comes before the other's.
"""

from bisect import bisect_right
from functools import cache
from typing import Any

from games.catalog.sdc.bots.abstraction import KINDS, get_amounts
from games.catalog.sdc.hands import strength
from games.catalog.sdc.types import Cards
from games.kit.bot_tables import read_table, unpack_bytes

WHOLE = 20
OPENER, RESPONDER = 0, 1


class StageTable:
    """A level's part for stages with at most `max_exchange` cards exchanged and `limit` coins bid."""

    def __init__(self, level: str, max_exchange: int, limit: int) -> None:
        self._bounds = get_bounds(level)
        self._classes = len(self._bounds) + 1
        self.amounts = get_amounts(limit)
        self._counts = max_exchange + 1
        self._numbers = unpack_bytes(_read_table()["parts"][level][str(max_exchange)][str(limit)])
        hands = self._counts * self._counts * self._classes
        self._bids = 2 * KINDS * self._counts
        at = self._bids + hands * len(self.amounts)
        self._answers, self._replies = dict[int, int](), dict[tuple[int, int], int]()
        for bid in self.amounts:
            self._answers[bid] = at
            at += hands * (2 + len(self.get_raises(bid)))
        for bid in self.amounts:
            for to in self.get_raises(bid):
                self._replies[bid, to] = at
                at += hands
        if at != len(self._numbers):
            raise ValueError("the table is for another smaller game")

    def get_class(self, hand: Cards) -> int:
        """Return the strength of a finished hand, from 0 up."""
        return bisect_right(self._bounds, strength(hand))

    def get_raises(self, bid: int) -> tuple[int, ...]:
        return tuple(to for to in self.amounts if to > bid)

    def weigh_draws(self, role: int, kind: int) -> bytes:
        """Return weights by the number of cards to exchange."""
        return self._cut(0, role * KINDS + kind, self._counts)

    def weigh_bids(self, drew: int, other_drew: int, strength_class: int) -> dict[int, int]:
        """Return weights by amount."""
        weights = self._cut(self._bids, self._place(drew, other_drew, strength_class), len(self.amounts))
        return dict(zip(self.amounts, weights, strict=True))

    def weigh_answers(self, bid: int, drew: int, other_drew: int, strength_class: int) -> dict[int, int]:
        """Return weights: 0 drops, the bid itself calls, more raises."""
        choices = (0, bid, *self.get_raises(bid))
        weights = self._cut(self._answers[bid], self._place(drew, other_drew, strength_class), len(choices))
        return dict(zip(choices, weights, strict=True))

    def weigh_replies(self, bid: int, raised: int, drew: int, other_drew: int, strength_class: int) -> dict[int, int]:
        """Return weights: 0 drops, the raise calls."""
        calls = self._numbers[self._replies[bid, raised] + self._place(drew, other_drew, strength_class)]
        return {0: WHOLE - calls, raised: calls}

    def _place(self, drew: int, other_drew: int, strength_class: int) -> int:
        return (drew * self._counts + other_drew) * self._classes + strength_class

    def _cut(self, start: int, place: int, width: int) -> bytes:
        return self._numbers[start + place * width : start + (place + 1) * width]


def get_bounds(level: str) -> tuple[tuple[int, ...], ...]:
    """Return the strength of the weakest hand of every class but the first."""
    return tuple(tuple(bound) for bound in _read_table()["bounds"][level])


@cache
def get_stage_table(level: str, max_exchange: int, limit: int) -> StageTable:
    """Return a part of the table, unpacked once per process."""
    return StageTable(level, max_exchange, limit)


@cache
def _read_table() -> dict[str, Any]:
    table: dict[str, Any] = read_table("games.catalog.sdc", "strategy_table.json")
    return table
