"""The match score: SKILL, POWER, LUCK, TOTAL, stars and comment (rules sheet, 5).

Calculations use exact fractions; only displayed values are rounded, half up.
"""

from bisect import bisect_right
from fractions import Fraction
from math import floor

from games.catalog.sdc.types import Score, Tally

LUCK = (0, 10, 30, 50, 60, 70, 80, 90, 95, 100)  # by category of the best hand
STAR_STEPS = (20, 40, 60, 80)
COMMENT_STEPS = (17, 34, 50, 67, 84)


def power(tally: Tally) -> Fraction:
    """Return the percentage of stages won. At least one stage must have been played."""
    return Fraction(100 * tally.won, tally.won + tally.lost)


def skill(tally: Tally) -> Fraction:
    """Return 100 · a / (a + b): a is the mean of coins gained per stage won, b the mean of coins paid per stage lost.

    >>> skill(Tally(won=2, lost=1, gained=6, paid=1))
    Fraction(75, 1)
    """
    if not tally.won:
        return Fraction(0)
    gain = Fraction(tally.gained, tally.won)
    loss = Fraction(tally.paid, tally.lost) if tally.lost else Fraction(0)
    return 100 * gain / (gain + loss)


def score(tally: Tally) -> Score:
    """Return the displayed score. Stars and comment depend on the displayed TOTAL.

    >>> score(Tally(won=2, lost=1, gained=6, paid=1, best=2))
    Score(skill=75, power=67, luck=30, total=62, stars=4, comment=3)
    """
    luck = LUCK[tally.best]
    total = half_up((2 * skill(tally) + power(tally) + luck) / 4)
    return Score(
        skill=half_up(skill(tally)),
        power=half_up(power(tally)),
        luck=luck,
        total=total,
        stars=1 + bisect_right(STAR_STEPS, total),
        comment=bisect_right(COMMENT_STEPS, total),
    )


def half_up(value: Fraction) -> int:
    """Return the nearest integer; halves are rounded up.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(7, 3))
    (3, 2)
    """
    return floor(value + Fraction(1, 2))
