"""Winning chances of two cards against one random hand: sampled, or counted exactly on the river."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from games.catalog.dilemma.types import BOARD, Options
from games.catalog.dilemma.view import DilemmaView
from games.engine.game import Rng

WHOLE = 1000


class Chances(NamedTuple):
    """Chances in thousandths, a tie counting half; the bonus in dollars, averaged over boards on which it wins."""

    chance: int  # at the end
    now: int  # on the current board
    bonus: int


def rate_hand(view: DilemmaView, rng: Rng, samples: int) -> Chances:
    """Return the chances of the view's seat: counted exactly on the river, sampled before it."""
    public, order = view.public, view.public.options.ranking
    hole, board = order.codes(view.mine.cards), order.codes(public.board)
    if len(board) == BOARD:
        chance = count_chance(public.options, hole, board)
        return Chances(chance, chance, public.bonuses[order.category(order.best(hole + board))])
    chance, bonus = _sample(view, hole, board, rng, samples)
    return Chances(chance, count_chance(public.options, hole, board) if board else chance, bonus)


def count_chance(options: Options, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Return the chance against every possible hand of the others on the current board."""
    best = options.ranking.best
    unseen = [code for code in options.ranking.code.values() if code not in hole and code not in board]
    value, points = best(hole + board), 0
    pairs = list(combinations(unseen, 2))
    for first, second in pairs:
        other = best((first, second, *board))
        points += 2 * (value > other) + (value == other)
    return points * WHOLE // (2 * len(pairs))


def _sample(
    view: DilemmaView, hole: tuple[int, ...], board: tuple[int, ...], rng: Rng, samples: int
) -> tuple[int, int]:
    """Return the chance, and the bonus when winning."""
    order, amounts = view.public.options.ranking, view.public.bonuses
    unseen = [code for code in order.code.values() if code not in hole and code not in board]
    missing, best, won, bonus = BOARD - len(board), order.best, 0, 0
    for _ in range(samples):
        cards = rng.partial_shuffle(unseen, missing + 2)
        final = (*board, *cards[2:])
        value, other = best(hole + final), best((cards[0], cards[1], *final))
        if value >= other:
            share = 1 + (value > other)
            won += share
            bonus += share * amounts[order.category(value)]
    return won * WHOLE // (2 * samples), bonus // won if won else 0


class RankedHands:
    """All hands on a board, weakest first, for quickly counting how many of them a hand beats."""

    def __init__(self, options: Options, board: Sequence[int]) -> None:
        self._board, self._best = tuple(board), options.ranking.best
        rest = [code for code in options.ranking.code.values() if code not in self._board]
        self._values = sorted([self._best((first, second, *self._board)) for first, second in combinations(rest, 2)])

    def count_chance(self, hole: tuple[int, ...]) -> int:
        """Return the chance in thousandths. Ignores that no one else can hold its cards."""
        value = self._best(hole + self._board)
        beaten = bisect_left(self._values, value) + bisect_right(self._values, value)
        return beaten * WHOLE // (2 * len(self._values))
