"""A state that agrees with everything a view knows."""

from games.engine.contract import Rng, State
from games.kit.hidden import Hidden, dealt_anew
from games.kit.hidden import redealt as redealt  # offered here too
from games.titles.lombard.hands import DECK
from games.titles.lombard.state import LombardState
from games.titles.lombard.view import LombardView, Own


def imagine(view: LombardView, rng: Rng) -> LombardState:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public, known = view.public, list(view.public.holes)
    if view.own:
        known[view.me] = view.own.cards
    holes, rest = dealt_anew(known, public.board, DECK, rng)
    return State(public, tuple(map(Own, holes)), rest if public.round else Hidden())
