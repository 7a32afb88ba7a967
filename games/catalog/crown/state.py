"""The full state of a table of The Crown of Lombardia."""

from dataclasses import replace

from games.catalog.crown.cards import Cards
from games.catalog.crown.view import Own, Public
from games.engine.game import State
from games.kit.determinize import Hidden as Hidden  # offered here too

CrownState = State[Public, Own, Hidden]


def get_sides(state: CrownState) -> tuple[Own, ...]:
    """Return the cards of both sides; in solo the second is the automaton."""
    return state.public.open or state.own


def make_state(public: Public, own: tuple[Own, ...], deck: Cards) -> CrownState:
    """Return the state with these cards and the public counts of them.

    In solo, all cards but the deck are public (rules sheet, 6).
    """
    solo = public.options.solo
    counted = solo or public.options.show_hand_sizes
    seen = replace(
        public,
        sizes=tuple(len(one.hand) for one in own) if counted else (),
        deck_size=len(deck),
        in_draw=sum(len(one.drawn) for one in own),
        face_down=sum(len(one.buried) for one in own),
        open=own if solo else (),
    )
    return State(seen, own[:1] if solo else own, Hidden(deck))
