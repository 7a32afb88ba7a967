"""Hands that are given up."""

from games.catalog.get9.moves import Fold as FOLD
from games.catalog.get9.state import Get9State
from games.catalog.get9.types import ROUNDS

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: Get9State, seat: int) -> dict[int, bool]:
    """In the last round only, where all points are known and have to beat the dealer's as well. Before it, what would
    have won depends on cards still to be chosen."""
    public = state.public
    if public.round < ROUNDS:
        return {}
    points, least = public.points, public.dealer_points
    return {other: points[seat] > max(points[other], least) for other in public.contenders if other != seat}
