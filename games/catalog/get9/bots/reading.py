"""Possible piles of the other players: every split consistent with their open cards, with its likelihood.

People make good splits far more often than bad ones, and mostly play the card that scores most on average. A player who
has shown a pile of a good split reveals much about the other two.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from games.catalog.get9.bots.piles import BEST_PLACE, PILES, SplitIds, list_splits, split_worth
from games.catalog.get9.types import Cards

Shown = tuple[tuple[int, ...], ...]  # the played card of each round, then the other two if they are open
Reading = tuple[tuple[SplitIds, ...], tuple[int, ...]]  # splits, and the cumulative sums of their weights

TYPICAL_WORTH = 150  # in ninths of a point; splits of this worth or less all have the lowest likelihood
BEST_PLAYED = 6  # how much more likely the best card of a pile is played than each of the others


def to_shown(opened: Sequence[Cards]) -> Shown:
    """Return one player's open cards as integers."""
    return tuple((int(cards[0]), *sorted(map(int, cards[1:]))) for cards in opened if cards)


@lru_cache(maxsize=2000)
def read_splits(shown_cards: Shown) -> Reading:
    """Return the splits consistent with what a player has shown.

    >>> len(read_splits(())[0]), len(read_splits(((8, 6, 9),))[0])
    (1680, 20)
    """
    weighed = _weigh(shown_cards)
    return tuple(split for split, _ in weighed), tuple(accumulate(weight for _, weight in weighed))


@lru_cache(maxsize=2000)
def _weigh(shown_cards: Shown) -> tuple[tuple[SplitIds, int], ...]:
    if not shown_cards:
        return tuple((split, _prior(split)) for split in list_splits())
    at, cards, before = len(shown_cards) - 1, shown_cards[-1], _weigh(shown_cards[:-1])
    weighted = []
    for split, weight in before:
        pile = PILES[split[at]]
        if all(card in pile for card in cards):
            best = pile[BEST_PLACE[split[at]]] == cards[0]
            weighted.append((split, weight * (BEST_PLAYED if best else 1)))
    return tuple(weighted) or before  # if the cards are inconsistent, use what is known from before


def _prior(split: SplitIds) -> int:
    """Return the likelihood relative to the worst split; the best splits are worth 165 ninths."""
    return 1 + max(0, split_worth(split) - TYPICAL_WORTH) ** 2
