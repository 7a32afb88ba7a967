"""Hands that are given up."""

from games.titles.lombard.hands import key
from games.titles.lombard.moves import Fold as FOLD
from games.titles.lombard.parts import COST
from games.titles.lombard.state import LombardState

__all__ = ["FOLD", "given_up"]


def given_up(state: LombardState, seat: int) -> dict[int, bool]:
    """To those who have paid already, by the two cards that come after the turns (they lie on the deck)."""
    public = state.public
    board = public.board + state.hidden.deck[:2]
    keys = [key(own.cards, board) for own in state.own]
    return {other: keys[seat] > keys[other] for other in public.contenders if COST.get(public.actions[other])}
