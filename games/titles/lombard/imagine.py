"""A full state that agrees with everything a view knows."""

from games.engine.chance import Rng
from games.titles.lombard.hands import DECK
from games.titles.lombard.state import State
from games.titles.lombard.view import View


def imagine(view: View, rng: Rng) -> State:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public = view.public
    known = [place.hole for place in public.places]
    if view.own is not None and view.seat is not None:
        known[view.seat] = view.own.cards
    seen = {card for cards in (*known, public.board) for card in cards}
    unseen = list(rng.shuffled([card for card in DECK if card not in seen]))
    holes = tuple(tuple(card or unseen.pop() for card in cards) for cards in known)
    return State(
        rules=public.rules,
        options=public.options,
        phase=public.phase,
        round=public.round,
        dealer=public.dealer,
        balances=tuple(place.balance for place in public.places),
        pot=public.pot,
        supplied=public.supplied,
        deck=tuple(unseen) if public.round else (),
        holes=holes,
        board=public.board,
        actions=tuple(place.action for place in public.places),
        opened=tuple(place.opened for place in public.places),
        shown=public.shown,
        last=public.last,
    )
