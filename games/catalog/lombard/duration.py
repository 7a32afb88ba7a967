"""How long a match of Lombard Hold'em is.

Measured: 24 to 40 matches per setting between normals and beginners in turn, in November 2026. Visits each, on average:

    coins missing at the start        4     8    12    16    20    24    28
    2 seats                               4.5         9.0        14.2
    3                                     5.5        14.9        25.4
    4                               2.0   5.3   9.8  14.6  22.4  29.5  34.7
    6                                     3.9        14.5        26.5
    8                                     3.8        10.9        20.8
    11                                    2.4         7.0        13.4

In nine of ten matches of four it was between a third of that and nearly twice as much. Free debt and a last player who
acts made no difference. Everybody has one turn a round, one after the other.

With plans, 40 matches per setting: of four players 5.2 visits each instead of 6.1, and as many looks instead of 13.3;
for 32 coins 28 instead of 34, and as many looks instead of 75. More than four players save looks only.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

PERCENT = {3: 23, 4: 24, 5: 23, 6: 21, 7: 19, 8: 17, 9: 15, 10: 13, 11: 11}  # of missing ** 1.5; 5, 7, 9, 10 in between
PLANNED = 85  # percent of the visits
PERCENT_OF_TWO = 57  # of what is missing


def visits(options: Mapping[str, Value], seats: int) -> int:
    """By the coins missing at the start, and the seats.

    >>> [visits({"start_coins": 8, "target_coins": target}, 4) for target in (16, 24, 32)]
    [5, 15, 28]
    >>> [visits({"start_coins": 8, "target_coins": target}, 2) for target in (16, 24, 32)]
    [5, 9, 14]
    """
    missing = int(options["target_coins"]) - int(options["start_coins"])
    found = PERCENT_OF_TWO * missing if seats == 2 else PERCENT[seats] * missing**1.5
    return max(1, round(found / 100))


def check_ins(options: Mapping[str, Value], seats: int) -> int:
    """While the turn goes round once, two look in once each, four twice.

    >>> check_ins({"start_coins": 8, "target_coins": 16}, 4)
    10
    """
    return visits(options, seats) * seats // 2


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Every round has new cards to look at, so little is saved but the waiting: everybody's looks are visits.

    >>> with_premoves({"start_coins": 8, "target_coins": 16}, 4)
    (4, 4)
    """
    found = max(1, visits(options, seats) * PLANNED // 100)
    return found, found
