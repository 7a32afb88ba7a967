"""Length of a match of Dilemma Hold'em.

Measured: 8 to 16 matches per setting, alternating normals and beginners, in November 2026. Mean visits per player: 51
with 2 players, 58 with 3 and 4, 47 with 6, 35 with 10. Four players took 29 with the doubled bonuses, 71 with $100 for
any hand, 29 in 12 hands. Custom amounts are extrapolated from these, by what a showdown of three takes from the bank.
Players act one after the other.

With premoves, in 5 to 10 matches per setting in which players set them at every look: 10 visits per player with 2
players, 17 with 3, 20 with 4, 21 with 6, 23 with 10; four players took 9 in 12 hands.
"""

from collections.abc import Mapping

from games.catalog.dilemma.metadata import DOUBLED, FLAT, STANDARD, parse_bonuses
from games.engine.metadata import Value

VISITS = {2: 51, 3: 58, 4: 58, 5: 52, 6: 47, 7: 44, 8: 41, 9: 38, 10: 35}  # 5 and 7 to 9 are interpolated
PERCENT = {STANDARD: 100, DOUBLED: 50, FLAT: 125}
WINNERS = (0, 14, 36, 11, 19, 6, 13, 1, 0)  # by category, how many of 100 showdowns of three it wins
PENALTIES = 25  # dollars that come back per showdown
VISITS_PER_10_HANDS = 25
PLANNED = {2: 10, 3: 17, 4: 20, 5: 20, 6: 21, 7: 21, 8: 22, 9: 22, 10: 23}
PLANNED_PER_10_HANDS = 8


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits by seats and bonuses, but no more than the limit of hands allows.

    >>> visits({"bonus_table": DOUBLED, "max_hands": 0}, 3), visits({"bonus_table": FLAT, "max_hands": 12}, 4)
    (29, 30)
    """
    count = VISITS[seats] * _percent(str(options["bonus_table"])) // 100
    hands = int(options["max_hands"])
    return min(count, VISITS_PER_10_HANDS * hands // 10) if hands else count


def _percent(table: str) -> int:
    """Return the percentage of the default number of visits.

    >>> _percent(DOUBLED), _percent("300,300,300,300,300,300,300,300,300"), _percent("10,10,10,10,10,10,10,10,1000")
    (50, 40, 200)
    """
    mean = sum(share * amount for share, amount in zip(WINNERS, parse_bonuses(table), strict=True)) // 100
    return PERCENT.get(table) or max(40, 10_000 // max(50, mean - PENALTIES))


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """Return the looks of all: each time the turn goes around, two players look in once each, four twice."""
    return visits(options, seats) * seats // 2


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits and looks with premoves. Every look is a visit, because players plan the rest of the hand.

    >>> options = {"bonus_table": STANDARD, "max_hands": 0}
    >>> with_premoves(options, 4), with_premoves(options | {"max_hands": 12}, 4)
    ((20, 20), (9, 9))
    """
    count = max(1, PLANNED[seats] * _percent(str(options["bonus_table"])) // 100)
    hands = int(options["max_hands"])
    count = min(count, PLANNED_PER_10_HANDS * hands // 10) if hands else count
    return count, count
