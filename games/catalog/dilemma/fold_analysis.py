"""Analysis of folded hands."""

from games.catalog.dilemma.moves import Fold as FOLD
from games.catalog.dilemma.state import DilemmaState
from games.catalog.dilemma.types import BOARD

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: DilemmaState, seat: int) -> dict[int, bool]:
    """Compare with those who have the highest bet, using the whole board: its missing cards come from the deck.

    If checking was free, a folded hand is compared with everyone who has matched that bet.
    """
    public, betting = state.public, state.public.betting
    order, board = public.options.ranking, public.board + state.hidden.deck[: BOARD - len(public.board)]
    best = {at: order.best(order.codes(state.own[at].cards + board)) for at in public.live}
    return {
        other: best[seat] > best[other]
        for other in public.live
        if other != seat and betting.bets[other] == betting.highest
    }
