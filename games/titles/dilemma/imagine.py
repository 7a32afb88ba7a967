"""A full state that agrees with everything a view knows."""

from games.engine.chance import Rng
from games.engine.state import State
from games.titles.dilemma.cards import DECK
from games.titles.dilemma.state import DilemmaState, Hidden
from games.titles.dilemma.view import DilemmaView, Own


def imagine(view: DilemmaView, rng: Rng) -> DilemmaState:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    known = list(view.public.holes)
    if view.own:
        known[view.me] = view.own.cards
    seen = {card for cards in (*known, view.public.board) for card in cards}
    unseen = list(rng.shuffled([card for card in DECK if card not in seen]))
    own = tuple(Own(tuple(card or unseen.pop() for card in cards)) for cards in known)
    return State(view.public, own, Hidden(tuple(unseen) if any(known) else ()))
