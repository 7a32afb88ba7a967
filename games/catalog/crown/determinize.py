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
    public, mine = view.public, view.mine
    known = get_unseen_cards(view, rng)
    cards = list(rng.shuffled(known.cards)) if public.phase not in ("start", "deal") else []

    def taken(count: int) -> Cards:
        some = tuple(cards[:count])
        del cards[:count]
        return some

    other = Own(
        hand=sort_cards(known.surely + taken(known.held - len(known.surely))),
        drawn=sort_cards(taken(public.in_draw - len(mine.drawn))),
        passed=mine.offered,
        offered=mine.passed,
        buried=sort_cards(known.buried + taken(public.face_down - len(mine.buried + known.buried))),
        known=mine.exposed,
        exposed=mine.known,
    )
    own = (mine,) if public.options.solo else replace_at((mine, mine), 1 - view.me, other)
    return State(public, own, Hidden(tuple(cards)))
