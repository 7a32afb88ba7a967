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


def make_state(public: Public, sides: tuple[Own, ...], deck: Cards) -> CrownState:
    """Return the state with these cards and the public counts of them.

    In solo, all cards but the deck are public (rules sheet, 6).
    """
    solo = public.options.solo
    counted = solo or public.options.show_hand_sizes
    with_counts = replace(
        public,
        sizes=tuple(len(side.hand) for side in sides) if counted else (),
        deck_size=len(deck),
        in_draw=sum(len(side.drawn) for side in sides),
        face_down=sum(len(side.buried) for side in sides),
        open=sides if solo else (),
    )
    return State(with_counts, sides[:1] if solo else sides, Hidden(deck))
