"""Length of a match of Lombard Hold'em.

Measured: 24 to 40 matches per setting, alternating normals and beginners, in November 2026. Mean visits per player:

    coins missing at the start        4     8    12    16    20    24    28
    2 seats                               4.5         9.0        14.2
    3                                     5.5        14.9        25.4
    4                               2.0   5.3   9.8  14.6  22.4  29.5  34.7
    6                                     3.9        14.5        26.5
    8                                     3.8        10.9        20.8
    11                                    2.4         7.0        13.4

In 90 % of matches of four it was between a third of that and nearly twice as much. Free debt and a last player who
acts made no difference. Each player has one turn per round, one after the other.

With premoves, 40 matches per setting: 5.2 visits of each of four players instead of 6.1, and as many looks, not 13.3;
for 32 coins 28 instead of 34, and as many looks instead of 75. More than four players only save looks.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

PERCENT = {3: 23, 4: 24, 5: 23, 6: 21, 7: 19, 8: 17, 9: 15, 10: 13, 11: 11}  # of missing ** 1.5; some interpolated
PLANNED = 85  # percent of the visits
PERCENT_OF_TWO = 57  # of what is missing


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits by the coins missing at the start and the number of seats.

    >>> [visits({"start_coins": 8, "target_coins": target}, 4) for target in (16, 24, 32)]
    [5, 15, 28]
    >>> [visits({"start_coins": 8, "target_coins": target}, 2) for target in (16, 24, 32)]
    [5, 9, 14]
    """
    missing = int(options["target_coins"]) - int(options["start_coins"])
    count = PERCENT_OF_TWO * missing if seats == 2 else PERCENT[seats] * missing**1.5
    return max(1, round(count / 100))


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """Return the looks of all: each time the turn goes around, two players look in once each, four twice.

    >>> check_ins({"start_coins": 8, "target_coins": 16}, 4)
    10
    """
    return visits(options, seats) * seats // 2


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits and looks with premoves.

    Every round has new cards to look at, so mainly waiting is saved: every look is a visit.

    >>> with_premoves({"start_coins": 8, "target_coins": 16}, 4)
    (4, 4)
    """
    count = max(1, visits(options, seats) * PLANNED // 100)
    return count, count
