"""The combinations (section 4.1). There are about 500, all precomputed, so that recognizing one is a look-up."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal

from games.catalog.doudizhu.ranks import BIG, SMALL, SUITED, VALUES, Cards, sort_cards
from games.engine.serialization.values import frozen_dataclass

Obstacle = Literal["", "bomb-spent", "too-low", "wrong-kind"]
Kind = Literal["single", "pair", "triple", "plane", "straight", "pairseq", "tripleseq", "bomb"]

# Positions of ranks in sequences: position 1 is the ace below the 2, position 14 the ace above the king.
POSITIONS: Cards = ("A", "2", *SUITED[:11], "A")
SEQUENCES: tuple[tuple[Kind, int, int], ...] = (("tripleseq", 3, 2), ("pairseq", 2, 3), ("straight", 1, 5))
LONGEST = 13
BOMBS = range(4, 9)  # sizes in cards
JOKER = "*"
# Why cards are not a combination, by the first pattern found in their shape. Browsers use these patterns too.
FLAWS = {
    "joker": r"\*",
    "straight": r"^1( \+ 1)*$",
    "pairseq": r"^2( \+ 2)*$",
    "tripleseq": r"^3( \+ 3)*$",
    "triple": r"^3",
    "bomb": r"^[4-8]",
    "mixed": "",
}


@frozen_dataclass
class Combo:
    """A combination. `rank` compares those of one kind and size: a card's value, or a sequence's top position."""

    kind: Kind
    cards: Cards  # low to high
    rank: int

    @property
    def size(self) -> int:
        return len(self.cards)

    def beats(self, other: "Combo") -> bool:
        """Return whether it has the same kind and size and a higher rank.

        A bomb beats all others; bombs compare by size first.
        """
        if self.kind == other.kind == "bomb":
            return (self.size, self.rank) > (other.size, other.rank)
        return self.kind == "bomb" or (self.kind == other.kind and self.size == other.size and self.rank > other.rank)

    def obstacle(self, top: "Combo | None", *, bombs: bool = True) -> Obstacle:
        """Return why it can't be played on `top`, or led if that is None; "" if it can."""
        if self.kind == "bomb" and not bombs:
            return "bomb-spent"
        if top is None or self.beats(top):
            return ""
        return "too-low" if self.kind == "bomb" or (self.kind, self.size) == (top.kind, top.size) else "wrong-kind"


def shape(cards: Cards) -> str:
    """Return how many cards there are of each rank, jokers last.

    >>> shape(("3", "9", "9", "9", "B")), flaw(("9", "9", "9", "10"))
    ('3 + 1 + *', 'triple')
    """
    jokers = [card for card in cards if card in (SMALL, BIG)]
    counts = sorted(Counter(card for card in cards if card not in jokers).values(), reverse=True)
    return " + ".join([*map(str, counts), *[JOKER] * len(jokers)])


def flaw(cards: Cards) -> str:
    """Return the name in `FLAWS` that describes why these cards are no combination."""
    card_shape = shape(cards)
    return next(name for name, pattern in FLAWS.items() if re.search(pattern, card_shape))


@cache
def combos(low_two: bool) -> dict[Cards, Combo]:
    """Return every combination by its cards, long ones first, bombs last, each kind from low to high.

    `low_two`: sequences may begin with a 2. A small and a big joker count as two big ones.

    >>> combos(True)[("9", "9", "9", "K", "K")]
    Combo(kind='plane', cards=('9', '9', '9', 'K', 'K'), rank=9)
    """
    every = (
        *_sequences(low_two),
        *(Combo("plane", sort_cards([r] * 3 + [two] * 2), VALUES[r]) for r in SUITED for two in SUITED if two != r),
        *(Combo("triple", (rank,) * 3, VALUES[rank]) for rank in SUITED),
        *(Combo("pair", (rank,) * 2, worth) for rank, worth in VALUES.items()),
        *(Combo("pair", (rank, joker), VALUES[rank]) for joker in (SMALL, BIG) for rank in SUITED),  # a wild card
        Combo("pair", (SMALL, BIG), VALUES[BIG]),
        *(Combo("single", (rank,), worth) for rank, worth in VALUES.items()),
        *(Combo("bomb", (rank,) * size, VALUES[rank]) for size in BOMBS for rank in SUITED),
    )
    return {combo.cards: combo for combo in every}


def _sequences(low_two: bool) -> Iterator[Combo]:
    """Yield blocks of positions. All 13 ranks together count with the ace high, because that block comes last."""
    for kind, width, shortest in SEQUENCES:
        for length in range(LONGEST, shortest - 1, -1):
            for first in range(1, 16 - length):
                if low_two or first != 2:
                    ranks = POSITIONS[first - 1 : first - 1 + length]
                    yield Combo(kind, sort_cards(ranks * width), first + length - 1)
