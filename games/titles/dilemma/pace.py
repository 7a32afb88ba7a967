"""How long a match of Dilemma Hold'em is.

Measured: 6 matches per setting between normals and beginners in turn, in November 2026. Visits each, on average: 68
with 2 players, 58 with 3, 44 with 4, 42 with 6, 30 with 10; in nine of ten matches from half to one and a half times
as much. Four players took 27 with the doubled bonuses, 58 with $100 for any hand, 33 in 12 hands; a limit of 24 hands
or more changed nothing, and other penalties little. Everybody acts one after the other.
"""

from collections.abc import Mapping

from games.engine.meta import Value
from games.titles.dilemma.meta import DOUBLED, FLAT

VISITS = {2: 68, 3: 58, 4: 44, 5: 43, 6: 42, 7: 39, 8: 36, 9: 33, 10: 30}  # 5 and 7 to 9 in between
PERCENT = {DOUBLED: 60, FLAT: 130}
VISITS_PER_10_HANDS = 27


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the seats and the bonuses, at most what the limit of hands leaves.

    >>> visits({"bonus_table": DOUBLED, "max_hands": 0}, 3), visits({"bonus_table": FLAT, "max_hands": 12}, 4)
    (34, 32)
    """
    found = VISITS[seats] * PERCENT.get(str(options["bonus_table"]), 100) // 100
    hands = int(options["max_hands"])
    return min(found, VISITS_PER_10_HANDS * hands // 10) if hands else found


def looks(options: Mapping[str, Value], seats: int) -> int:
    """While the turn goes round once, two look in once each, four twice."""
    return visits(options, seats) * seats // 2
