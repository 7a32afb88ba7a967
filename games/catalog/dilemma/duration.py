"""How long a match of Dilemma Hold'em is.

Measured: 6 matches per setting between normals and beginners in turn, in November 2026. Visits each, on average: 68
with 2 players, 58 with 3, 44 with 4, 42 with 6, 30 with 10; in nine of ten matches from half to one and a half times
as much. Four players took 27 with the doubled bonuses, 58 with $100 for any hand, 33 in 12 hands; a limit of 24 hands
or more changed nothing, and other penalties little. Own amounts
are guessed from these: by what a showdown of three takes from the bank. Everybody acts one after the other.

With plans: 8 matches per setting. Visits each, where whoever looks in plans: 9 with 2 players, 13 with 3, 17 with 4, 19
with 6, 21 with 10; four took 9 in 12 hands. Where only who has just decided plans: 9, 19, 24, 25 and 30.
"""

from collections.abc import Mapping

from games.catalog.dilemma.metadata import DOUBLED, FLAT, STANDARD, parse_bonuses
from games.engine.metadata import Value

VISITS = {2: 68, 3: 58, 4: 44, 5: 43, 6: 42, 7: 39, 8: 36, 9: 33, 10: 30}  # 5 and 7 to 9 in between
PERCENT = {STANDARD: 100, DOUBLED: 60, FLAT: 130}
WINNERS = (0, 14, 36, 11, 19, 6, 13, 1, 0)  # of 100 showdowns of three, how many each hand wins
PENALTIES = 25  # dollars that come back
VISITS_PER_10_HANDS = 27
PLANNED = {2: 9, 3: 13, 4: 17, 5: 18, 6: 19, 7: 20, 8: 20, 9: 21, 10: 21}
PLANNED_PER_10_HANDS = 9


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the seats and the bonuses, at most what the limit of hands leaves.

    >>> visits({"bonus_table": DOUBLED, "max_hands": 0}, 3), visits({"bonus_table": FLAT, "max_hands": 12}, 4)
    (34, 32)
    """
    found = VISITS[seats] * _percent(str(options["bonus_table"])) // 100
    hands = int(options["max_hands"])
    return min(found, VISITS_PER_10_HANDS * hands // 10) if hands else found


def _percent(table: str) -> int:
    """Of the usual visits.

    >>> _percent(DOUBLED), _percent("300,300,300,300,300,300,300,300,300"), _percent("10,10,10,10,10,10,10,10,1000")
    (60, 40, 200)
    """
    mean = sum(share * amount for share, amount in zip(WINNERS, parse_bonuses(table), strict=True)) // 100
    return PERCENT.get(table) or max(40, 10_000 // max(50, mean - PENALTIES))


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """While the turn goes round once, two look in once each, four twice."""
    return visits(options, seats) * seats // 2


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Whoever looks in plans for the rest of the hand, so that everybody's looks are visits.

    >>> options = {"bonus_table": STANDARD, "max_hands": 0}
    >>> with_premoves(options, 4), with_premoves(options | {"max_hands": 12}, 4)
    ((17, 17), (10, 10))
    """
    found = max(1, PLANNED[seats] * _percent(str(options["bonus_table"])) // 100)
    hands = int(options["max_hands"])
    found = min(found, PLANNED_PER_10_HANDS * hands // 10) if hands else found
    return found, found
