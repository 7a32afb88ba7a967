"""A state that agrees with everything a view knows."""

from games.catalog.lombard.hands import DECK
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.view import LombardView, Own
from games.engine.game import Rng, State
from games.kit.determinize import Hidden, deal_unseen
from games.kit.determinize import redealt as redealt  # offered here too


def imagine(view: LombardView, rng: Rng) -> LombardState:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public, known = view.public, list(view.public.holes)
    if view.own:
        known[view.me] = view.own.cards
    holes, rest = deal_unseen(known, public.board, DECK, rng)
    return State(public, tuple(map(Own, holes)), rest if public.round else Hidden())
