"""The last stage of a match with a stage limit: only the final lead counts, not the number of coins."""

from collections.abc import Mapping

Results = tuple[int, int]  # the worst and best outcome of a choice: 1 won, 0 shared, -1 lost


def weigh_for_result(weights: Mapping[int, int], results: Mapping[int, Results]) -> dict[int, int]:
    """Return the weights without choices whose best outcome is no better than another's worst.

    If no remaining choice has a weight, the cheapest one gets it.

    >>> hopeless, open_, safe = (-1, -1), (-1, 1), (1, 1)
    >>> weigh_for_result({0: 18, 2: 2}, {0: hopeless, 2: open_}), weigh_for_result({1: 0, 5: 3}, {1: safe, 5: open_})
    ({2: 2}, {1: 1})
    """
    useful = (
        choice
        for choice, outcome in results.items()
        if not any(other_outcome[0] >= outcome[1] and other_outcome != outcome for other_outcome in results.values())
    )
    remaining = {choice: weights[choice] for choice in useful}
    return remaining if any(remaining.values()) else {min(remaining): 1}


def rate_bid(lead: int, bid: int, limit: int) -> Results:
    """Return the outcomes of a bid: the opener may drop to a raise, or call the highest one."""
    return _sign(lead - 2 * bid), _sign(lead + 2 * limit)


def rate_drop(lead: int, coins: int) -> Results:
    return (_sign(lead - 2 * coins),) * 2


def rate_stake(lead: int, coins: int) -> Results:
    """Return the outcomes of a call, or of a raise that may be called."""
    return _sign(lead - 2 * coins), _sign(lead + 2 * coins)


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)
