"""Imagined states that are consistent with a view."""

from games.catalog.crown.card_counting import get_unseen_cards
from games.catalog.crown.cards import Cards, sort_cards
from games.catalog.crown.state import CrownState, Hidden
from games.catalog.crown.view import CrownView, Own
from games.engine.game import Rng, State
from games.kit.determinize import redealt as redealt  # offered here too
from games.kit.seats import replace_at


def imagine(view: CrownView, rng: Rng) -> CrownState:
    """Return a full state that looks like `view` from its seat; what the seat can't know is random."""
    public, own_cards = view.public, view.mine
    unseen = get_unseen_cards(view, rng)
    cards = list(rng.shuffled(unseen.cards)) if public.phase not in ("start", "deal") else []

    def take(count: int) -> Cards:
        some = tuple(cards[:count])
        del cards[:count]
        return some

    other = Own(
        hand=sort_cards(unseen.surely + take(unseen.held - len(unseen.surely))),
        drawn=sort_cards(take(public.in_draw - len(own_cards.drawn))),
        passed=own_cards.offered,
        offered=own_cards.passed,
        buried=sort_cards(unseen.buried + take(public.face_down - len(own_cards.buried + unseen.buried))),
        known=own_cards.exposed,
        exposed=own_cards.known,
    )
    sides = (own_cards,) if public.options.solo else replace_at((own_cards, own_cards), 1 - view.me, other)
    return State(public, sides, Hidden(tuple(cards)))
