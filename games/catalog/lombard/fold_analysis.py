"""Hands that are given up."""

from games.catalog.lombard.hands import get_showdown_key
from games.catalog.lombard.moves import Fold as FOLD
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.types import COST

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: LombardState, seat: int) -> dict[int, bool]:
    """To those who have paid already, by the two cards that come after the turns (they lie on the deck)."""
    public = state.public
    board = public.board + state.hidden.deck[:2]
    keys = [get_showdown_key(own.cards, board) for own in state.own]
    return {other: keys[seat] > keys[other] for other in public.contenders if COST.get(public.actions[other])}
