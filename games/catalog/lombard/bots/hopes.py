"""Chances of a seat to win the match with given balances, in millionths. For bots."""

from collections.abc import Sequence

from games.catalog.lombard.bots.tables import get_hopes
from games.catalog.lombard.view import Public

SURE = 1_000_000
_SCALE = 10**12
CONFIDENCE = 2  # normal gives itself double weight, assuming that others don't calculate
POWER = 2
FAR = 20  # coins, and more: the limit of the chance table
# strong's weight of a player by the coins still needed: percent for 0 to 6, then decreasing by a factor with each coin
NEAR, KEPT, FARTHEST = (100, 100, 100, 82, 62, 45, 36), 81, 100
WEIGHTS: tuple[int, ...] = tuple(
    _SCALE * NEAR[min(coins, 6)] * KEPT ** max(0, coins - 6) // 100 ** max(1, coins - 5)
    for coins in range(FARTHEST + 1)
)


def get_hope(balances: Sequence[int], seat: int, target: int) -> int:
    """Return the chance as normal sees it: a seat's weight falls with a power of its distance to the target.

    A pot holds about one coin per seat, so that many coins are added to every distance: a player one pot away is nearly
    there.

    >>> get_hope((16, 15), 0, 16), get_hope((16, 15), 1, 16)
    (1000000, 0)
    >>> get_hope((14, 8), 0, 16) > get_hope((8, 8), 0, 16) > get_hope((8, 14), 0, 16)
    True
    """
    if max(balances) >= target:
        return SURE if balances[seat] >= target else 0
    away = target + len(balances) + 1
    weights: list[int] = [_SCALE // (away - balance) ** POWER for balance in balances]
    own_weight = CONFIDENCE * weights[seat]
    return SURE * own_weight // (own_weight + sum(weights) - weights[seat])


def get_next_hope(balances: Sequence[int], seat: int, public: Public) -> int:
    """Return the chance of a strong player after the current round."""
    target = public.options.target_coins
    if max(balances) >= target:
        return SURE if balances[seat] >= target else 0
    if len(balances) > 2:
        weights = [WEIGHTS[min(FARTHEST, target - balance)] for balance in balances]
        return SURE * weights[seat] // sum(weights)
    first = public.order[1]  # the other player begins the next round
    own_need, other_need = (min(FAR, target - balances[at]) for at in (first, 1 - first))
    hope = get_hopes()[own_need - 1][other_need - 1] * (SURE // 10_000)
    return hope if first == seat else SURE - hope
