"""Imagined states that are consistent with a view."""

from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.state import DilemmaState
from games.catalog.dilemma.view import DilemmaView, Own
from games.engine.game import Rng, State
from games.kit.determinize import Hidden, deal_unseen
from games.kit.determinize import redealt as redealt  # offered here too


def imagine(view: DilemmaView, rng: Rng) -> DilemmaState:
    """Deal the cards this seat hasn't seen to the hidden hands and the deck at random."""
    public, known_holes = view.public, list(view.public.holes)
    if view.own:
        known_holes[view.me] = view.own.cards
    holes, rest = deal_unseen(known_holes, public.board, DECK, rng)
    return State(public, tuple(map(Own, holes)), rest if any(known_holes) else Hidden())
