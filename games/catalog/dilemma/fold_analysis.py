"""Hands that are given up."""

from games.catalog.dilemma.moves import Fold as FOLD
from games.catalog.dilemma.state import DilemmaState
from games.catalog.dilemma.types import BOARD

__all__ = ["FOLD", "evaluate_fold"]


def evaluate_fold(state: DilemmaState, seat: int) -> dict[int, bool]:
    """To those whose bet is the highest, by the whole board: what is missing of it lies on the deck. A hand given up
    where checking is free counts as given to all who hold that bet."""
    public, betting = state.public, state.public.betting
    order, board = public.options.ranking, public.board + state.hidden.deck[: BOARD - len(public.board)]
    best = {at: order.best(order.codes(state.own[at].cards + board)) for at in public.live}
    return {
        other: best[seat] > best[other]
        for other in public.live
        if other != seat and betting.bets[other] == betting.highest
    }
