"""What the contract tests need to know of SdC Poker: tables to play, and what must add up."""

from games.titles.sdc.hands import DECK
from games.titles.sdc.state import SdcState

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({}, 2),
    ({"start_coins": 5, "max_exchange": 3, "first_opener": "seat1"}, 2),
    ({"start_coins": 20, "max_bid": 10, "max_exchange": 4, "stage_limit": 20}, 2),
    ({"start_coins": 20, "max_bid": 3, "stage_limit": 40}, 2),
]


def check(state: SdcState) -> None:
    """Coins only change hands; between deal and payment every card lies in exactly one place."""
    assert sum(state.coins) == 2 * state.options.start_coins
    assert min(state.coins) >= 0
    lying = [*state.deck, *(card for pile in (*state.hands, *state.discards) for card in pile)]
    if state.phase in ("first", "deal", "end", "over"):
        assert not lying
    else:
        assert sorted(lying) == sorted(DECK)
        assert [len(hand) for hand in state.hands] == [5, 5]
    for seat in (0, 1):
        assert set(state.marks[seat] or ()) <= set(state.hands[seat])
        assert len(state.marks[seat] or ()) <= state.options.max_exchange
    first, second = state.tallies
    assert (first.gained, first.paid, first.won, first.lost) == (second.paid, second.gained, second.lost, second.won)
    assert state.coins[0] == state.options.start_coins + first.gained - first.paid
