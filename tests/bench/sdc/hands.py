"""What becomes of dealt hands, sampled: how often which kind is dealt, and what it becomes."""

from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import numpy as np

from games.catalog.sdc.bots.abstraction import KINDS, get_kind, keep
from games.catalog.sdc.bots.hand_value import choose_kept_cards
from games.catalog.sdc.hands import DECK, Strength, sort_cards, strength
from games.engine.chance import Rng

COUNTS = 6
MOST = 5


@dataclass(frozen=True)
class Hands:
    """`dealt` by kind; `finished` by kind, count and class; `usual` is how many of a kind normal exchanges.

    The other player's cards are ignored: both hands are drawn from separate decks.
    """

    dealt: np.ndarray
    finished: np.ndarray
    usual: np.ndarray
    bounds: tuple[Strength, ...]  # the weakest hand of each class but the first
    examples: tuple[Strength, ...]  # of each class its middle hand

    @property
    def possible(self) -> np.ndarray:
        return (self.finished.sum(2) > 0) & (self.dealt[:, None] > 0)

    def coarser(self, starts: tuple[int, ...]) -> "Hands":
        """The same in fewer classes, which begin with these."""
        edges = (0, *starts, len(self.examples))
        together = [self.finished[:, :, low:high].sum(2) for low, high in pairwise(edges)]
        return replace(
            self, finished=np.stack(together, -1), bounds=tuple(self.bounds[start - 1] for start in starts),
            examples=tuple(self.examples[(low + high) // 2] for low, high in pairwise(edges)),
        )  # fmt: skip


def sample_hands(deals: int, classes: int = 36, seed: int = 1) -> Hands:
    """From so many deals. The classes share what normal ends with evenly, and the top twentieth more finely."""
    rng, strengths = Rng(b"sdc", f"equilibrium/{seed}"), dict[tuple[int, int], list[Strength]]()
    dealt, usual, ends = np.zeros(KINDS), np.zeros((MOST + 1, KINDS), dtype=int), list[Strength]()
    for _ in range(deals):
        cards = rng.partial_shuffle(list(DECK), 10)
        hand = sort_cards(cards[:5])
        kind = get_kind(hand)
        if not dealt[kind]:
            for limit in (3, 4, 5):
                usual[limit, kind] = 5 - len(choose_kept_cards(hand, limit))
        dealt[kind] += 1
        for count in range(COUNTS):
            if (hold := keep(hand, count)) is not None:
                end = strength((*hold, *islice(cards, 5, 5 + count)))
                strengths.setdefault((kind, count), []).append(end)
                if count == usual[MOST, kind]:
                    ends.append(end)
    ends.sort()
    cuts = [at / classes for at in range(1, classes)] + [0.98, 0.988, 0.993, 0.997]
    bounds = tuple(sorted({ends[int(cut * len(ends))] for cut in cuts}))
    finished = np.zeros((KINDS, COUNTS, len(bounds) + 1))
    for (kind, count), group in strengths.items():
        for end in group:
            finished[kind, count, bisect_right(bounds, end)] += 1 / len(group)
    by_class: list[list[Strength]] = [[] for _ in range(len(bounds) + 1)]
    for end in ends:
        by_class[bisect_right(bounds, end)].append(end)
    return Hands(dealt / deals, finished, usual, bounds, tuple(group[len(group) // 2] for group in by_class))
