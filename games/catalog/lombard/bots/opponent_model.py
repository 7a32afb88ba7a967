"""Assumed play of rivals, and the hole cards that their actions suggest. For bots."""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, combinations

from games.catalog.lombard.hands import TWO_PAIR, encode_cards, number_of, strength
from games.catalog.lombard.types import Action
from games.engine.chance import Rng

# percent, by whether the hand with the three open cards is nothing, a pair, or better; never 0
ACTION_PERCENTAGES: Mapping[Action, tuple[int, int, int]] = {
    "fold": (68, 2, 1),
    "call": (30, 94, 4),
    "double": (2, 4, 95),
}
OPENS_LOWER, OPENS_HIGHER = 19, 1  # of 20 calls

Hole = tuple[str, str]


def sample_action(hole: Hole, board: int, rng: Rng) -> Action:
    """Return a rival's action with these hole cards, given the code of the three open cards."""
    kind, roll = _kind(hole, board), rng.randbelow(100)
    if roll < ACTION_PERCENTAGES["fold"][kind]:
        return "fold"
    return "double" if roll >= 100 - ACTION_PERCENTAGES["double"][kind] else "call"


def make_hole_sampler(action: Action, opened: str | None, unseen: Sequence[str], board: int) -> Callable[[Rng], Hole]:
    """Return a function that draws hole cards for a rival, weighted by how likely they lead to its action.

    >>> draw = make_hole_sampler("call", "K5", ("K3", "N8"), encode_cards(("N5", "K1", "K10")))
    >>> rng = Rng(b"key", "doctest")
    >>> sum(draw(rng) == ("K5", "N8") for _ in range(100)) > 90  # with K3, K3 would have been opened
    True
    """
    holes = [(opened, card) for card in unseen] if opened else list(combinations(unseen, 2))
    sums = list(accumulate(ACTION_PERCENTAGES[action][_kind(hole, board)] * _opening(hole, opened) for hole in holes))
    return lambda rng: holes[bisect(sums, rng.randbelow(sums[-1]))]


def _opening(hole: Hole, opened: str | None) -> int:
    """Return the weight of the opened card, the first one of the hole, given both cards."""
    return OPENS_HIGHER if opened and number_of(hole[0]) > number_of(hole[1]) else OPENS_LOWER


def _kind(hole: Hole, board: int) -> int:
    """Return 0 for nothing, 1 for a pair, 2 for anything better."""
    return min(strength(board + encode_cards(hole)) >> 8, TWO_PAIR)
