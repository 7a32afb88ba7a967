"""Analysis of folded hands."""

from games.catalog.get9.moves import Fold as FOLD
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import ROUNDS

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: Get9State, seat: int) -> dict[int, bool]:
    """Compare points in the last round, in which all are known; they have to beat the dealer's too.

    In earlier rounds the result depends on cards that are still to be chosen.
    """
    public = state.public
    if public.round < ROUNDS:
        return {}
    points, least = public.points, public.dealer_points
    return {other: points[seat] > max(points[other], least) for other in public.contenders if other != seat}
