"""How long a match of SdC Poker is.

Measured: 100 matches per setting between a normal and a beginner, in November 2026. 10 coins and bids up to 5 took 13.8
visits each on average, 4 to 33 in nine of ten matches; twice the coins took 27.9, half of them 7.6; bids up to 3 took
20.5, up to 10 8.9. The exchange limit and the first opener made no difference.

With plans, 100 matches between normals: 24 visits each instead of 30.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS_PER_10_COINS = {3: 20, 5: 14, 10: 9}  # by the highest bid there can be
VISITS_PER_20_STAGES = 23
PLANNED = 80  # percent


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Proportional to the coins, at most what the stage limit leaves.

    >>> visits({"start_coins": 10, "max_bid": 5, "stage_limit": 0}, 2)
    14
    >>> visits({"start_coins": 20, "max_bid": 5, "stage_limit": 20}, 2)
    23
    """
    coins, limit = int(options["start_coins"]), int(options["stage_limit"])
    found = VISITS_PER_10_COINS[min(int(options["max_bid"]), max(5, coins))] * coins // 10
    return min(found, VISITS_PER_20_STAGES * limit // 20) if limit else found


check_ins = visits  # one or the other of two is awaited


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """The bidding takes one visit less.

    >>> with_premoves({"start_coins": 10, "max_bid": 5, "stage_limit": 0}, 2)
    (11, 11)
    """
    found = max(1, visits(options, seats) * PLANNED // 100)
    return found, found
