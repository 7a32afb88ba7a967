"""How likely a hand of each level (`levels`) beats another player's, by what that player has done. Rows of 32 numbers.

A hand is looked at by its level alone: how often one level beats another was counted over all flops. Several players
are taken for independent.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from games.catalog.lombard.bots.levels import HOLES, LEVELS, get_levels
from games.catalog.lombard.bots.tables import get_wins
from games.catalog.lombard.hands import TWO_PAIR, encode_cards, strength
from games.catalog.lombard.types import Action, Cards
from games.engine.game import frozen_dataclass

CERTAIN = 1000  # in parts of that
Row = tuple[int, ...]
EVEN = (CERTAIN,) * LEVELS  # against no one
# percent of the hands that are, with the three open cards, nothing, a pair, better; nothing is ever ruled out
ACTION_PERCENTAGES: Mapping[Action, tuple[int, int, int]] = {
    "fold": (68, 2, 1),
    "call": (30, 94, 4),
    "double": (2, 4, 95),
}


@frozen_dataclass
class Flop:
    """The rows on three open cards. `pays`: thousandths of a coin that a later player adds on average."""

    doubled: Row
    called: Mapping[str, Row]  # by the card that was opened
    to_come: tuple[Row, ...]  # by how many have yet to decide
    pays: int


def make_row(weights: Sequence[int], total: int = 0) -> Row:
    """Return the chance against a player who stays in with these hands, out of `total`, and is beaten otherwise."""
    total = total or sum(weights)
    held = [(level, weight) for level, weight in enumerate(weights) if weight]
    losses = (sum([weight * (CERTAIN - wins[level]) for level, weight in held]) for wins in get_wins())
    return tuple([CERTAIN - loss // total for loss in losses])


@lru_cache(maxsize=64)
def get_flop(board: Cards) -> Flop:
    """Return the hands with which rivals are assumed to call and to double."""
    levels, code = get_levels(board), encode_cards(board)
    doubles, calls = [0] * LEVELS, [0] * LEVELS
    called = {card: [0] * LEVELS for card in levels}
    for first, second in combinations(levels, 2):
        kind = min(strength(code + encode_cards((first, second))) >> 8, TWO_PAIR)
        level, weight = levels[first][second], ACTION_PERCENTAGES["call"][kind]
        doubles[level] += ACTION_PERCENTAGES["double"][kind]
        calls[level] += weight
        called[first][level] += weight
        called[second][level] += weight
    total = 100 * HOLES
    to_come = make_row([a + b for a, b in zip(doubles, calls, strict=True)], total)
    return Flop(
        make_row(doubles), {card: make_row(weights) for card, weights in called.items()},
        _join_many(to_come, 10), 1000 * (sum(calls) + 3 * sum(doubles)) // total,
    )  # fmt: skip


def join(first: Row, second: Row) -> Row:
    """To beat both."""
    return tuple([a * b // CERTAIN for a, b in zip(first, second, strict=True)])


def _join_many(row: Row, count: int) -> tuple[Row, ...]:
    products = [EVEN]
    for _ in range(count):
        products.append(join(products[-1], row))
    return tuple(products)
