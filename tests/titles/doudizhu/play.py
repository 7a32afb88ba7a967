"""What the contract's tests need to play Dou Dizhu: setups, and what cards and chips must add up to."""

from games.engine.meta import Value
from games.titles.doudizhu.ranks import DECK, in_order
from games.titles.doudizhu.state import State

SETUPS: list[tuple[dict[str, Value], int]] = [
    ({"deals": 1}, 4),
    ({"deals": 1, "kittyToLandlord": False, "mixedJokerPair": "small", "lowTwoSequences": False}, 4),
    ({"deals": 1, "showKitty": True, "forcedLandlordLimited": False}, 4),
    ({}, 4),
    ({"deals": 8, "kittyToLandlord": False, "showKitty": True}, 4),
    ({"deals": 12}, 4),
]

LOOK = 20  # twelve deals are some fifteen hundred events


def check(state: State) -> None:
    """Every card lies once, in a hand, in the kitty or among what was played; chips only change owners."""
    assert sum(state.chips) == 0
    dealt = state.phase not in ("deal", "over")
    named = state.landlord is not None
    aside = () if named and state.options.kitty_to_landlord else state.kitty
    lying = [*aside, *(card for cards in (*state.hands, *state.played) for card in cards)]
    assert sorted(lying) == (sorted(DECK) if dealt else [])
    assert all(cards == in_order(cards) for cards in (*state.hands, *state.played, state.kitty))
    assert len(state.kitty) == (8 if dealt else 0)
    if dealt:
        _check_counts(state, named)


def _check_counts(state: State, named: bool) -> None:
    """25 cards each, and eight more for the landlord who takes the kitty."""
    full = [25] * 4
    if named and state.options.kitty_to_landlord and state.landlord is not None:
        full[state.landlord] = 33
        left = list(state.hands[state.landlord] + state.played[state.landlord])
        for card in state.kitty:
            left.remove(card)
    assert [len(hand) + len(played) for hand, played in zip(state.hands, state.played, strict=True)] == full
    assert (() in state.hands) is (state.phase in ("show", "payment"))
    if state.starter is not None:
        assert state.face_up in state.hands[state.starter] + state.played[state.starter]
