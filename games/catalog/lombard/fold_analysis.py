"""Analysis of folded hands."""

from games.catalog.lombard.hands import get_showdown_key
from games.catalog.lombard.moves import Fold as FOLD
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.types import COST

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: LombardState, seat: int) -> dict[int, bool]:
    """Compare with those who have paid, using the deck's next two cards, which are opened after the turns."""
    public = state.public
    board = public.board + state.hidden.deck[:2]
    keys = [get_showdown_key(part.cards, board) for part in state.own]
    return {other: keys[seat] > keys[other] for other in public.contenders if COST.get(public.actions[other])}
