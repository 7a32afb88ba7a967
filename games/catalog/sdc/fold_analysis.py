"""Analysis of dropped hands."""

from games.catalog.sdc.hands import strength
from games.catalog.sdc.moves import Drop as FOLD
from games.catalog.sdc.state import SdcState

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: SdcState, seat: int) -> dict[int, bool]:
    """Compare with the other hand. Both players have drawn by then."""
    other = 1 - seat
    return {other: strength(state.own[seat].hand) > strength(state.own[other].hand)}
