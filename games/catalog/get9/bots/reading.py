"""What the other players' hidden piles may be: every split that fits their open cards, by how likely it is.

People lay good splits far more often than bad ones, and mostly play the card that scores most on average. A player who
has shown a pile of a good split has given away much of the other two.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from games.catalog.get9.bots.piles import BEST_PLACE, PILES, SplitIds, list_splits, split_worth
from games.catalog.get9.types import Cards

Shown = tuple[tuple[int, ...], ...]  # round by round the played card, then the other two if they lie open
Reading = tuple[tuple[SplitIds, ...], tuple[int, ...]]  # splits, and the running sums of their weights

TYPICAL_WORTH = 150  # ninths of a point; a split of this worth or less is as likely as the worst
BEST_PLAYED = 6  # times as likely is the best card of a pile to be played as each of the others


def to_shown(opened: Sequence[Cards]) -> Shown:
    """The open cards of one player as numbers."""
    return tuple((int(cards[0]), *sorted(map(int, cards[1:]))) for cards in opened if cards)


@lru_cache(maxsize=2000)
def read_splits(shown: Shown) -> Reading:
    """The splits that fit what a player has shown.

    >>> len(read_splits(())[0]), len(read_splits(((8, 6, 9),))[0])
    (1680, 20)
    """
    weighed = _weigh(shown)
    return tuple(split for split, _ in weighed), tuple(accumulate(weight for _, weight in weighed))


@lru_cache(maxsize=2000)
def _weigh(shown: Shown) -> tuple[tuple[SplitIds, int], ...]:
    if not shown:
        return tuple((split, _prior(split)) for split in list_splits())
    at, cards, before = len(shown) - 1, shown[-1], _weigh(shown[:-1])
    found = []
    for split, weight in before:
        pile = PILES[split[at]]
        if all(card in pile for card in cards):
            best = pile[BEST_PLACE[split[at]]] == cards[0]
            found.append((split, weight * (BEST_PLAYED if best else 1)))
    return tuple(found) or before  # of cards that can't be, what can is read


def _prior(split: SplitIds) -> int:
    """How much likelier than the worst; the best splits are worth 165 ninths."""
    return 1 + max(0, split_worth(split) - TYPICAL_WORTH) ** 2
