"""The combinations (section 4.1): all 500 or so there are, so that recognising one is a look-up."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from games.engine.values import value
from games.titles.doudizhu.ranks import BIG, SMALL, SUITED, VALUES, Cards, in_order

Kind = Literal["single", "pair", "triple", "plane", "straight", "pairseq", "tripleseq", "bomb"]

# Where ranks stand in sequences: position 1 is the ace below the 2, position 14 the ace above the king.
POSITIONS: Cards = ("A", "2", *SUITED[:11], "A")
SEQUENCES: tuple[tuple[Kind, int, int], ...] = (("tripleseq", 3, 2), ("pairseq", 2, 3), ("straight", 1, 5))
LONGEST = 13
BOMBS = range(4, 9)  # cards


@value
class Combo:
    """A combination. `rank` compares those of one kind and size: a card's value, or a sequence's top position."""

    kind: Kind
    cards: Cards  # low to high
    rank: int

    @property
    def size(self) -> int:
        return len(self.cards)

    def beats(self, other: "Combo") -> bool:
        """The same kind and size and a higher rank; a bomb beats all else, and bombs compare by size first."""
        if self.kind == other.kind == "bomb":
            return (self.size, self.rank) > (other.size, other.rank)
        return self.kind == "bomb" or (self.kind == other.kind and self.size == other.size and self.rank > other.rank)


@cache
def combos(low_two: bool, mixed_rank: int) -> dict[Cards, Combo]:
    """Every combination by its cards, long ones first, bombs last, each kind from low to high.

    `low_two`: sequences may begin with a 2. `mixed_rank`: what a small and a big joker are worth together.

    >>> combos(True, 17)[("9", "9", "9", "K", "K")]
    Combo(kind='plane', cards=('9', '9', '9', 'K', 'K'), rank=9)
    """
    every = (
        *_sequences(low_two),
        *(Combo("plane", in_order([r] * 3 + [two] * 2), VALUES[r]) for r in SUITED for two in SUITED if two != r),
        *(Combo("triple", (rank,) * 3, VALUES[rank]) for rank in SUITED),
        *(Combo("pair", (rank,) * 2, worth) for rank, worth in VALUES.items()),
        *(Combo("pair", (rank, joker), VALUES[rank]) for joker in (SMALL, BIG) for rank in SUITED),  # a wild card
        Combo("pair", (SMALL, BIG), mixed_rank),
        *(Combo("single", (rank,), worth) for rank, worth in VALUES.items()),
        *(Combo("bomb", (rank,) * size, VALUES[rank]) for size in BOMBS for rank in SUITED),
    )
    return {combo.cards: combo for combo in every}


def _sequences(low_two: bool) -> Iterator[Combo]:
    """Blocks of positions; all 13 ranks count with the ace high, because that block comes last."""
    for kind, width, shortest in SEQUENCES:
        for length in range(LONGEST, shortest - 1, -1):
            for first in range(1, 16 - length):
                if low_two or first != 2:
                    ranks = POSITIONS[first - 1 : first - 1 + length]
                    yield Combo(kind, in_order(ranks * width), first + length - 1)
