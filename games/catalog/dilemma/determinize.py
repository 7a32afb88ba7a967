"""A full state that agrees with everything a view knows."""

from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.state import DilemmaState
from games.catalog.dilemma.view import DilemmaView, Own
from games.engine.game import Rng, State
from games.kit.determinize import Hidden, deal_unseen
from games.kit.determinize import redealt as redealt  # offered here too


def imagine(view: DilemmaView, rng: Rng) -> DilemmaState:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public, known = view.public, list(view.public.holes)
    if view.own:
        known[view.me] = view.own.cards
    holes, rest = deal_unseen(known, public.board, DECK, rng)
    return State(public, tuple(map(Own, holes)), rest if any(known) else Hidden())
