"""Piles and splits as integers, and tables of their value, for bots that evaluate many imagined ends of a match.

A pile is its index in `PILES`, and a card's place is its index in the pile. "Worth" is in ninths of a point: a card may
meet any of the dealer's nine cards with equal probability.
"""

from functools import cache
from itertools import combinations

from games.catalog.get9.cards import beats

Pile = tuple[int, int, int]  # its cards, the lowest first
SplitIds = tuple[int, int, int]  # three pile indexes: left, center, right

NUMBERS = tuple(range(1, 10))
PILES: tuple[Pile, ...] = tuple(combinations(NUMBERS, 3))
PILE_IDS = {pile: at for at, pile in enumerate(PILES)}
BEATS = tuple(tuple(bool(card and other) and beats(str(card), str(other)) for other in range(10)) for card in range(10))
WINS = tuple(map(sum, BEATS))  # by card: how many of the dealer's nine it beats


def _points(pile: Pile, place: int) -> tuple[int, ...]:
    """Return points by the dealer's card, from 0 (none) to 9."""
    card = pile[place]
    return tuple(sum(pile) - card if BEATS[card][other] else 0 for other in range(10))


POINTS = tuple(tuple(_points(pile, place) for place in range(3)) for pile in PILES)  # by pile, place, dealer's card
WORTH = tuple(tuple(WINS[card] * (sum(pile) - card) for card in pile) for pile in PILES)
BEST_PLACE = tuple(max(range(3), key=worths.__getitem__) for worths in WORTH)
BEST_WORTH = tuple(map(max, WORTH))
SUMS = tuple(map(sum, PILES))
MOST_POINTS = max(NUMBERS) + max(NUMBERS) - 1


def _place_for(at: int, need: int) -> int:
    """Return the safest card of those that score at least `need` points; the best one if there are none."""
    pile = PILES[at]
    enough = [place for place in range(3) if sum(pile) - pile[place] >= need]
    return max(enough, key=lambda place: (WINS[pile[place]], WORTH[at][place])) if enough else BEST_PLACE[at]


PLACE_FOR = tuple(tuple(_place_for(at, need) for need in range(MOST_POINTS + 1)) for at in range(len(PILES)))


def to_pile(cards: tuple[str, ...]) -> int:
    """Return the index of a pile of cards.

    >>> PILES[to_pile(("9", "2", "5"))]
    (2, 5, 9)
    """
    low, middle, high = sorted(map(int, cards))
    return PILE_IDS[low, middle, high]


@cache
def list_splits() -> tuple[SplitIds, ...]:
    """List all 1,680 splits, with different orders of the piles."""
    return tuple((first, second, _rest(first, second)) for first in range(len(PILES)) for second in _apart_from(first))


def _apart_from(pile_id: int) -> tuple[int, ...]:
    return tuple(at for at, pile in enumerate(PILES) if not set(pile) & set(PILES[pile_id]))


def _rest(first: int, second: int) -> int:
    low, middle, high = (card for card in NUMBERS if card not in PILES[first] + PILES[second])
    return PILE_IDS[low, middle, high]


def split_worth(split: SplitIds) -> int:
    """Return the worth of its three best cards together."""
    return sum(BEST_WORTH[at] for at in split)
