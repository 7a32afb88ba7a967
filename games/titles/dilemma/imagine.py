"""A full state that agrees with everything a view knows."""

from games.engine.chance import Rng
from games.titles.dilemma.cards import DECK
from games.titles.dilemma.state import State
from games.titles.dilemma.view import View


def imagine(view: View, rng: Rng) -> State:
    """The cards this seat has not seen are dealt anew to the hidden places and to the deck."""
    public = view.public
    known = list(public.holes)
    if view.own is not None and view.seat is not None:
        known[view.seat] = view.own.cards
    seen = {card for cards in (*known, public.board) for card in cards}
    unseen = list(rng.shuffled([card for card in DECK if card not in seen]))
    holes = tuple(tuple(card or unseen.pop() for card in cards) for cards in known)
    return State(
        rules=public.rules,
        options=public.options,
        phase=public.phase,
        hand=public.hand,
        dealer=public.dealer,
        turn=public.turn,
        betting=public.betting,
        bank=public.bank,
        deck=tuple(unseen) if any(holes) else (),
        holes=holes,
        board=public.board,
        opened=public.opened,
        starts=public.starts,
        exits=public.exits,
        last=public.last,
    )
