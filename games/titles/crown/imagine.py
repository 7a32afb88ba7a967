"""A world that agrees with everything a view tells."""

from games.engine.chance import Rng
from games.titles.crown.effects import at
from games.titles.crown.kinds import Cards, in_order
from games.titles.crown.knowledge import unseen
from games.titles.crown.state import CrownState
from games.titles.crown.view import CrownView


def imagine(view: CrownView, rng: Rng) -> CrownState:
    """A full state that looks like `view` from its seat; what the seat cannot know is drawn at random."""
    public, own = view.public, view.own
    assert own is not None, "a spectator has nothing to decide"
    other = 1 - int(view.seat or 0)
    hand, drawn, secrets, deck = _hidden(view, rng)
    return CrownState(
        options=public.options,
        phase=public.phase,
        turn=public.turn,
        player=public.player,
        scores=public.scores,
        hands=at((own.hand, own.hand), other, hand),
        deck=deck,
        drawn=own.drawn or drawn,
        pile=public.pile,
        secrets=at((own.buried, own.buried), other, secrets),
        passed=at((own.passed, own.passed), other, own.offered),
        known=at((own.known, own.known), other, own.exposed),
        tabled=public.tabled,
        deeds=public.deeds,
        before=public.before,
        shuffles=public.shuffles,
        winner=public.winner,
        by_princes=public.by_princes,
    )


def _hidden(view: CrownView, rng: Rng) -> tuple[Cards, Cards, Cards, Cards]:
    """The other's hand, the cards it has drawn, its secret discards, the deck."""
    if view.public.phase in ("start", "deal"):
        return (), (), (), ()
    known = unseen(view, rng)
    cards = list(rng.shuffled(known.cards))

    def taken(count: int) -> Cards:
        some = tuple(cards[:count])
        del cards[:count]
        return some

    hand = in_order(known.surely + taken(known.held - len(known.surely)))
    drawn = in_order(taken(known.drawn))
    secrets = in_order(known.buried + taken(known.secrets - len(known.buried)))
    return hand, drawn, secrets, tuple(cards)
