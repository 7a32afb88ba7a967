"""Who gets what at the end of a match (rules sheet, 4)."""

from collections.abc import Collection

from games.engine.values import value
from games.titles.get9.parts import Result


@value
class Settlement:
    """`won`: chips out of the pots by seat; the winner also takes the old carry-over pot. `left`: to the new one."""

    result: Result
    winner: int | None
    won: tuple[int, ...]
    left: int


def settled(pots: tuple[int, ...], points: tuple[int, ...], dealer: int, contenders: Collection[int]) -> Settlement:
    """The settlement of a match. `pots` and `points` by seat, `contenders`: who has not folded, one at least.

    >>> settled((2, 5, 5), (20, 15, 10), 9, (0, 1, 2))
    Settlement(result='winner', winner=0, won=(6, 6, 0), left=0)
    """
    by_points = _best_first(points, contenders)
    nobody = (0,) * len(pots)
    if dealer >= points[by_points[0][0]]:
        return Settlement("dealer", None, nobody, sum(pots))
    if len(by_points[0]) > 1:
        return Settlement("tie", None, nobody, sum(pots))
    won = _layered(pots, by_points)
    return Settlement("winner", by_points[0][0], won, sum(pots) - sum(won))


def _best_first(points: tuple[int, ...], contenders: Collection[int]) -> list[list[int]]:
    """The contenders by points, best first; equals stand together."""
    steps = sorted({points[seat] for seat in contenders}, reverse=True)
    return [[seat for seat in sorted(contenders) if points[seat] == step] for step in steps]


def _layered(pots: tuple[int, ...], by_points: list[list[int]]) -> tuple[int, ...]:
    """One after the other takes of every pot up to his own stake what is above the stakes served before (4, step 3).

    The next best need not have beaten the dealer. From the first tie on nobody is served.
    """
    won, served = [0] * len(pots), 0
    for equals in by_points:
        if len(equals) > 1:
            break
        seat = equals[0]
        won[seat] = sum(max(0, min(pot, pots[seat]) - served) for pot in pots)
        served = max(served, pots[seat])
    return tuple(won)
