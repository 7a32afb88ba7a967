"""The last stage of a match with a stage limit: coins count no more, only who has more of them."""

from collections.abc import Mapping

Results = tuple[int, int]  # the worst and the best that a choice can end in: 1 won, 0 shared, -1 lost


def weigh_for_result(weights: Mapping[int, int], results: Mapping[int, Results]) -> dict[int, int]:
    """The weights without choices that can end no better than another one surely does.

    Where that leaves none with a weight, it is the cheapest.

    >>> hopeless, open_, safe = (-1, -1), (-1, 1), (1, 1)
    >>> weigh_for_result({0: 18, 2: 2}, {0: hopeless, 2: open_}), weigh_for_result({1: 0, 5: 3}, {1: safe, 5: open_})
    ({2: 2}, {1: 1})
    """
    useful = (
        choice
        for choice, own in results.items()
        if not any(other[0] >= own[1] and other != own for other in results.values())
    )
    left = {choice: weights[choice] for choice in useful}
    return left if any(left.values()) else {min(left): 1}


def rate_bid(lead: int, bid: int, limit: int) -> Results:
    """The opener may drop to a raise, or call the highest."""
    return _sign(lead - 2 * bid), _sign(lead + 2 * limit)


def rate_drop(lead: int, coins: int) -> Results:
    return (_sign(lead - 2 * coins),) * 2


def rate_stake(lead: int, coins: int) -> Results:
    """A call, or a raise that may be called."""
    return _sign(lead - 2 * coins), _sign(lead + 2 * coins)


def _sign(lead: int) -> int:
    return (lead > 0) - (lead < 0)
