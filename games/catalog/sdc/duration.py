"""Length of a match of SdC Poker.

Measured: 300 matches per setting between a normal and a beginner, in November 2026. 10 coins and bids up to 5 took 22.4
visits each on average, and 8 to 48 in 90 % of matches; twice the coins took 49.6, half of them 8.5; bids up to 3 took
23.6, up to 10 21.8, twenty stages 24.6. The exchange limit and the first opener made no difference.

With premoves, in 100 matches between normals: 40 visits each instead of 54.
"""

from collections.abc import Mapping

from games.engine.metadata import Value

VISITS_PER_10_COINS = {3: 24, 5: 22, 10: 22}  # by the highest possible bid
VISITS_PER_20_STAGES = 25
PLANNED = 75  # percent


def visits(options: Mapping[str, Value], seats: int) -> int:
    """Return visits in proportion to the coins, but no more than the stage limit allows.

    >>> visits({"start_coins": 10, "max_bid": 5, "stage_limit": 0}, 2)
    22
    >>> visits({"start_coins": 20, "max_bid": 5, "stage_limit": 20}, 2)
    25
    """
    coins, limit = int(options["start_coins"]), int(options["stage_limit"])
    count = VISITS_PER_10_COINS[min(int(options["max_bid"]), max(5, coins))] * coins // 10
    return min(count, VISITS_PER_20_STAGES * limit // 20) if limit else count


check_ins = visits  # one of the two players always has to move


def with_premoves(options: Mapping[str, Value], seats: int) -> tuple[int, int]:
    """Return visits and looks with premoves: the bidding takes one visit less.

    >>> with_premoves({"start_coins": 10, "max_bid": 5, "stage_limit": 0}, 2)
    (16, 16)
    """
    count = max(1, visits(options, seats) * PLANNED // 100)
    return count, count
