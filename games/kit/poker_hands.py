"""Poker hands: the best five of up to seven cards, for any suits, ranks and order of categories.

Each card is an integer: the high part has a digit for its rank (in base suits + 1), the low part a digit for its suit
(in base 8). The sum of a hand's cards thus counts each rank and each suit. One look-up by the rank part finds the best
hand ignoring suits; only if five cards may share a suit, a second one looks for flushes.

>>> commodities = Ranking("GFBU", [str(n) for n in range(1, 11)])
>>> pair = commodities.best(commodities.codes("G9 F3 G2 F5 B7 U9 G10".split()))
>>> two_pair = commodities.best(commodities.codes("F10 B9 G2 F5 B7 U9 G10".split()))
>>> two_pair > pair
True
>>> commodities.hand(two_pair)
Hand(category='two-pair', ranks=('10', '9', '7'))
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Literal, get_args

from games.engine.serialization.values import frozen_dataclass

Category = Literal[
    "high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush", "five"
]
STANDARD: tuple[Category, ...] = get_args(Category)[:-1]  # weakest first; "five" requires five suits
MAX_CARDS = 7  # cards in a hand
_FLUSH = 5  # of one suit; seven cards can't hold two flushes
_SUIT_BITS = 3  # a base-8 digit counts up to MAX_CARDS
_RANK_BITS = 4  # of a value, for each compared rank


@frozen_dataclass
class Hand:
    """A hand's category and the ranks compared inside it, most important first."""

    category: Category
    ranks: tuple[str, ...]


class Ranking:
    """The comparison of hands of one deck. Creating one takes 0.1 s for 40 cards and 0.5 s for 52, so reuse it.

    `ranks` from low to high, five to fifteen; `suits` one to six letters; every card occurs once. `order` lists the
    categories from the weakest, each above those it contains (four above pair); categories left out don't exist. With
    `has_wheel` the highest rank also counts as the lowest in a straight. Raises ValueError for more or fewer suits or
    ranks.
    """

    def __init__(
        self, suits: str, ranks: Sequence[str], *, order: Sequence[Category] = STANDARD, has_wheel: bool = False
    ) -> None:
        if not (1 <= len(suits) <= 6 and 5 <= len(ranks) <= 15):
            raise ValueError("one to six suits of five to fifteen ranks")
        self.suits, self.ranks, self.order = suits, tuple(ranks), tuple(order)
        self._place = {name: at + 1 for at, name in enumerate(order)}
        self._runs = _runs(len(ranks), has_wheel=has_wheel)
        self._suit_width = _SUIT_BITS * (len(suits) - 1)
        cards = list(product(range(len(suits)), range(len(ranks))))
        self.code = {suits[suit] + self.ranks[rank]: self._code(suit, rank) for suit, rank in cards}
        self._suit_and_bit = {self._code(suit, rank): (suit, 1 << rank) for suit, rank in cards}
        self.best = self._evaluator()
        self.hand = cache(self._hand)

    def codes(self, cards: Iterable[str]) -> tuple[int, ...]:
        """Return the codes of these cards. Raises KeyError for cards that aren't in the deck."""
        code = self.code
        return tuple([code[card] for card in cards])

    def _hand(self, value: int) -> Hand:
        """Return the hand for a value of `best`. Cached, because there are only a few thousand hands."""
        digits = [value >> _RANK_BITS * at & 15 for at in range(4, -1, -1)]
        return Hand(self.category(value), tuple([self.ranks[digit - 1] for digit in digits if digit]))

    def category(self, value: int) -> Category:
        """Return the category of a value of `best`."""
        return self.order[(value >> 5 * _RANK_BITS) - 1]

    def _code(self, suit: int, rank: int) -> int:
        # The first suit's digit is 0: its count follows from the others, and smaller numbers are faster.
        suit_digit = 1 << _SUIT_BITS * (suit - 1) if suit else 0
        weight: int = (len(self.suits) + 1) ** rank  # an int: no rank is negative
        return weight << self._suit_width | suit_digit

    def _evaluator(self) -> Callable[[Sequence[int]], int]:
        by_ranks, by_suit, suited = self._by_ranks(), self._by_suit(), self._suited()
        width, suit_mask = self._suit_width, (1 << self._suit_width) - 1

        def best(codes: Sequence[int]) -> int:
            """Return the value of the best hand among one to seven different cards, given as codes: larger wins."""
            total = sum(codes)
            bits = suited[total & suit_mask]
            if bits is None:
                return by_ranks[total >> width]
            return max(by_ranks[total >> width], by_suit.get(sum(map(bits.__getitem__, codes)), 0))

        return best

    def _suited(self) -> list[dict[int, int] | None]:
        """Return, by the suit part of a sum: if seven such cards hold a flush, the rank bits of that suit by card.

        With fewer than seven cards, the first suit may wrongly appear to have five.
        """
        bits = [
            {code: bit if of == suit else 0 for code, (of, bit) in self._suit_and_bit.items()}
            for suit in range(len(self.suits))
        ]
        by_suit_counts: list[dict[int, int] | None] = [None] * (1 << self._suit_width)
        for other_counts in product(range(MAX_CARDS + 1), repeat=len(self.suits) - 1):
            counts = (MAX_CARDS - sum(other_counts), *other_counts)
            if counts[0] >= 0 and max(counts) >= _FLUSH:
                part = sum(count << _SUIT_BITS * at for at, count in enumerate(other_counts))
                by_suit_counts[part] = bits[counts.index(max(counts))]
        return by_suit_counts

    def _by_ranks(self) -> dict[int, int]:
        """Return the best hand ignoring suits, by the rank part of a sum."""
        copies = len(self.suits)
        weights = [(copies + 1) ** rank for rank in range(len(self.ranks))]
        high_to_low = range(len(self.ranks) - 1, -1, -1)
        by_ranks: dict[int, int] = {}
        same: dict[int, int] = {}  # shares one object between equal values, so that the table fits in the CPU cache
        for size in range(1, MAX_CARDS + 1):
            for held in combinations_with_replacement(high_to_low, size):
                if all(held[at] != held[at + copies] for at in range(size - copies)):
                    value = max(self._of_ranks(held))
                    by_ranks[sum([weights[rank] for rank in held])] = same.setdefault(value, value)
        return by_ranks

    def _of_ranks(self, held: tuple[int, ...]) -> Iterator[int]:
        """Yield the hand of each category that these ranks, high to low, can make. Kickers never share a rank."""
        ranks = sorted(set(held), reverse=True)
        pairs = [rank for rank in ranks if held.count(rank) > 1]
        yield self._value("high-card", ranks[:5])
        if len(ranks) > 4 and (run := self._run(sum([1 << rank for rank in ranks]))):
            yield self._value("straight", run)
        if not pairs:
            return
        if len(pairs) > 1:
            yield self._value("two-pair", _first(pairs[:2], ranks, 3))
        multiples = pairs
        for count, category in _OF_A_KIND:
            multiples = [rank for rank in multiples if held.count(rank) >= count]
            if not multiples:
                return
            yield self._value(category, _first(multiples[:1], ranks, 6 - count))
            if count == 3 and len(pairs) > 1:
                yield self._value("full-house", _first(multiples[:1], pairs, 2))

    def _by_suit(self) -> dict[int, int]:
        """Return the best flush or straight flush of five to seven cards, by the rank bits of one suit."""
        high_to_low = range(len(self.ranks) - 1, -1, -1)
        by_bits = {}
        for held in (held for size in range(5, MAX_CARDS + 1) for held in combinations(high_to_low, size)):
            bits = sum([1 << rank for rank in held])
            run = self._run(bits)
            straight = self._value("straight-flush", run) if run else 0
            by_bits[bits] = max(self._value("flush", held[:5]), straight)
        return by_bits

    def _run(self, bits: int) -> list[int]:
        """Return the highest rank of the best straight among these ranks, in a list; empty if there is none."""
        return next(([top] for run, top in self._runs if bits & run == run), [])

    def _value(self, category: Category, ranks: Sequence[int]) -> int:
        """Return category and ranks in one number, larger is better; 0 for a category that isn't in this order."""
        value = place = self._place.get(category, 0)
        for at in range(5):
            value = value << _RANK_BITS | (ranks[at] + 1 if at < len(ranks) else 0)
        return value if place else 0


_OF_A_KIND: tuple[tuple[int, Category], ...] = ((2, "pair"), (3, "three"), (4, "four"), (5, "five"))


def _first(named: Sequence[int], ranks: Sequence[int], count: int) -> list[int]:
    """Return `count` ranks: the named ones, then the highest others."""
    return [*named, *(rank for rank in ranks if rank not in named)][:count]


def _runs(ranks: int, *, has_wheel: bool) -> list[tuple[int, int]]:
    """List straights, best first: the bits of their five ranks, and the top rank."""
    runs = [(31 << top - 4, top) for top in range(ranks - 1, 3, -1)]
    return [*runs, (1 << ranks - 1 | 15, 3)] if has_wheel else runs
