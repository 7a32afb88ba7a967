"""A state that agrees with everything a view knows."""

from games.engine.chance import Rng
from games.engine.state import State
from games.titles.lombard.hands import DECK
from games.titles.lombard.state import Hidden, LombardState
from games.titles.lombard.view import LombardView, Own


def imagine(view: LombardView, rng: Rng) -> LombardState:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public = view.public
    known: list[tuple[str | None, ...]] = list(public.holes)
    if view.own is not None:
        known[view.me] = view.own.cards
    seen = {card for cards in (*known, public.board) for card in cards}
    unseen = list(rng.shuffled([card for card in DECK if card not in seen]))
    own = tuple(Own(tuple(card or unseen.pop() for card in cards)) for cards in known)
    return State(public, own, Hidden(tuple(unseen) if public.round else ()))
