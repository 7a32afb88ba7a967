"""What the contract tests need to know of The Crown of Lombardia: tables to play, and what must add up."""

from collections import Counter

from games.titles.crown.kinds import ALL, DECK, in_order
from games.titles.crown.state import CrownState

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({}, 2),
    ({"mode": "adjusted", "showHandSizes": False, "revealPrincesAnyTime": True}, 2),
    ({"mode": "solo"}, 1),
    ({"mode": "solo", "targetPoints": 5, "revealPrincesAnyTime": True, "showHandSizes": False}, 1),
    ({"targetPoints": 15}, 2),
]


def check(state: CrownState) -> None:
    """Every card lies in one place; what seats know is so; points are never below zero."""
    flying = state.passed[state.player] if state.phase in ("pick", "give") else ()
    lying = [*state.deck, *state.drawn, *state.pile, *flying]
    lying += [card for pile in (*state.hands, *state.secrets) for card in pile]
    if state.phase in ("start", "deal"):
        lying += DECK
    assert Counter(lying) == Counter(ALL)
    assert min(state.scores) >= 0
    for pile in (*state.hands, *state.secrets, *state.passed, *state.known, state.pile, state.drawn, state.tabled):
        assert pile == in_order(pile)
    for seat in (0, 1):
        assert not Counter(state.known[seat]) - Counter(state.hands[1 - seat])
    assert not Counter(state.tabled) - Counter(state.hands[state.player])
    assert not state.options.solo or (state.secrets, state.known) == (((), ()), ((), ()))
    decided = state.phase in ("won", "over")
    assert decided is (state.winner is not None)
    assert decided or max(state.scores) < state.options.target
