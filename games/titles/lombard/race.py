"""The race to the target: what the balances say about who will win the match. For bots."""

from collections.abc import Sequence

CONFIDENCE = 2  # a player who counts is worth two who don't


def hope(balances: Sequence[int], seat: int, target: int) -> float:
    """How likely that seat is to win the match, from 0 to 1.

    A seat's weight falls with the square of its distance to the target. A pot holds about a coin for each seat, so
    that many coins are added to every distance: whoever is a pot away is nearly there.

    >>> hope((16, 15), 0, 16), hope((16, 15), 1, 16)
    (1.0, 0.0)
    >>> hope((14, 8), 0, 16) > hope((8, 8), 0, 16) > hope((8, 14), 0, 16)
    True
    """
    if max(balances) >= target:
        return float(balances[seat] >= target)
    pot = len(balances) + 1
    weights = [(target - balance + pot) ** -2 for balance in balances]
    own = CONFIDENCE * weights[seat]
    return own / (own + sum(weights) - weights[seat])
