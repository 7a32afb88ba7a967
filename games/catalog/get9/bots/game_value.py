"""Value of a match's end for the whole game: the probability that the seat ends up with the most chips."""

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from games.catalog.get9.view import Public

WHOLE = 1_000_000
VARIANCE = 45  # of the difference of two players' chips, for each remaining match


@lru_cache(maxsize=5000)
def _ahead(lead: int, variance: int) -> int:
    """Return the probability, in thousandths, that a lead in chips lasts to the end."""
    return 500 + 5000 * lead // isqrt(100 * (lead * lead + variance))


def rate_chips(chips: Sequence[int], seat: int, variance: int) -> int:
    """Return the seat's share of the win in millionths. With a `variance` of 0 the game is over.

    >>> rate_chips((20, 20, 5), 0, 0), rate_chips((15, 15, 15), 1, 90), rate_chips((10, 20, 15), 0, 90)
    (500000, 333333, 41552)
    """
    own_chips = chips[seat]
    if not variance:
        highest = max(chips)
        return WHOLE // chips.count(highest) if own_chips == highest else 0
    if not own_chips:
        return 0
    chances = [_rate(chips, player, variance) if chips[player] else 0 for player in range(len(chips))]
    return WHOLE * chances[seat] // max(1, sum(chances))


def _rate(chips: Sequence[int], player: int, variance: int) -> int:
    """Return the relative probability of being ahead of each other player."""
    likelihood = WHOLE
    for other, other_chips in enumerate(chips):
        if other_chips and other != player:
            likelihood = likelihood * _ahead(chips[player] - other_chips, variance) // 1000
    return likelihood


def matches_left(public: Public, chips: Sequence[int], carry: int) -> int:
    """Return the number of matches after the current one if it ends like that, including the extra one."""
    if len(chips) - chips.count(0) < 2:
        return 0
    remaining = public.options.matches - public.match
    return remaining if remaining > 0 else int(remaining == 0 and carry > 0)


def rate_end(public: Public, chips: Sequence[int], carry: int, seat: int) -> int:
    """Return the seat's share of the win of the game in millionths, if this match ends like that."""
    return rate_chips(chips, seat, VARIANCE * matches_left(public, chips, carry))


def count_end(public: Public, chips: Sequence[int], carry: int, seat: int) -> int:
    """Return the seat's chips in thousandths, with an equal share of the carry-over pot if it is played for again."""
    is_played_on = matches_left(public, chips, carry) > 0
    return 1000 * chips[seat] + (1000 * carry // (len(chips) - chips.count(0)) if is_played_on else 0)
