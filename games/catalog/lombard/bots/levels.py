"""Levels of two hole cards on a flop: the chance to win against two unknown cards, in 32 steps.

All showdowns were counted in advance, see docs/bots/lombard.md. `strong/level_table.json` holds a digit in base 32 for
every flop and two of the 25 other cards: a line for each two cards, with all flops.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from games.catalog.lombard.hands import DECK
from games.catalog.lombard.types import Cards
from games.kit.bot_tables import read_table

LEVELS = 32
FLOPS, HOLES = comb(28, 3), comb(25, 2)

Levels = Mapping[str, Mapping[str, int]]  # by one hole card and the other


@lru_cache(maxsize=64)
def get_levels(flop: Cards) -> Levels:
    """Return the levels, 0 to 31, of any two other cards.

    >>> levels = get_levels(("K9", "N8", "B6"))
    >>> levels["N2"]["K4"], levels["N9"]["K3"], levels["K3"]["N9"], levels["N9"]["N6"]
    (3, 17, 17, 22)
    """
    places = sorted(DECK.index(card) for card in flop)
    at = sum(comb(card, number) for number, card in enumerate(places, 1))
    rest = [card for card in DECK if card not in flop]
    levels: dict[str, dict[str, int]] = {card: {} for card in rest}
    for (first, second), line in zip(combinations(rest, 2), _read_table(), strict=True):
        levels[first][second] = levels[second][first] = int(line[at], LEVELS)
    return levels


@cache
def _read_table() -> list[str]:
    lines: list[str] = read_table("games.catalog.lombard", "strong/level_table.json")
    return lines
