"""What the contract tests need to know of The Crown of Lombardia: tables to play, and what must add up."""

from collections import Counter

from games.catalog.crown.cards import ALL, DECK, sort_cards
from games.catalog.crown.state import CrownState
from games.catalog.crown.view import Own

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({}, 2),
    ({"mode": "adjusted", "show_hand_sizes": False, "reveal_princes_any_time": True}, 2),
    ({"mode": "solo"}, 1),
    ({"mode": "solo", "target_points": 5, "reveal_princes_any_time": True, "show_hand_sizes": False}, 1),
    ({"target_points": 15}, 2),
]


def check(state: CrownState) -> None:
    """Every card lies in one place; what seats know is so; copies are equal; points are never below zero."""
    public, deck, solo = state.public, state.hidden.deck, state.public.options.solo
    first, second = public.open or state.own
    flying = (first, second)[public.player].passed if public.phase in ("pick", "give") else ()
    lying = [*deck, *public.pile, *flying, *(DECK if public.phase in ("start", "deal") else ())]
    lying += [
        card for private in (first, second) for pile in (private.hand, private.drawn, private.buried) for card in pile
    ]
    assert Counter(lying) == Counter(ALL)
    for pile in (public.pile, public.tabled):
        assert pile == sort_cards(pile)
    for private, other in ((first, second), (second, first)):
        _check_knowledge(private, other, solo)
    assert not (first, second)[public.other].drawn
    assert not Counter(public.tabled) - Counter((first, second)[public.player].hand)
    assert public.deck_size == len(deck)
    assert public.in_draw == len(first.drawn) + len(second.drawn)
    assert public.face_down == len(first.buried) + len(second.buried)
    assert public.sizes == ((len(first.hand), len(second.hand)) if solo or public.options.show_hand_sizes else ())
    assert (public.open[:1], len(state.own)) == ((state.own, 1) if solo else ((), 2))
    assert min(public.scores) >= 0
    decided = public.phase in ("won", "over")
    assert decided is (public.winner is not None)
    assert decided or max(public.scores) < public.options.target_points


def _check_knowledge(private: Own, other: Own, solo: bool) -> None:
    for pile in (private.hand, private.drawn, private.passed, private.buried, private.known):
        assert pile == sort_cards(pile)
    assert (private.offered, private.exposed) == (other.passed, other.known)
    assert not Counter(private.known) - Counter(other.hand)
    assert not solo or (private.buried, private.known) == ((), ())
