"""What the contract tests need to know of SdC Poker: tables to play, and what must add up."""

from games.catalog.sdc.hands import DECK
from games.catalog.sdc.state import SdcState

SETUPS: list[tuple[dict[str, int | str | bool], int]] = [
    ({}, 2),
    ({"start_coins": 5, "max_exchange": 3, "first_opener": "seat1"}, 2),
    ({"start_coins": 20, "max_bid": 10, "max_exchange": 4, "stage_limit": 20}, 2),
    ({"start_coins": 20, "max_bid": 3, "stage_limit": 40}, 2),
]


def check(state: SdcState) -> None:
    """Coins only change hands; between deal and payment every card lies in exactly one place; copies are equal."""
    public, privates = state.public, state.own
    assert sum(public.coins) == 2 * public.options.start_coins
    assert min(public.coins) >= 0
    lying = [
        *state.hidden.deck,
        *(card for private in privates for pile in (private.hand, private.discards) for card in pile),
    ]
    if public.phase in ("first", "deal", "end", "over"):
        assert not lying
    else:
        assert sorted(lying) == sorted(DECK)
        assert [len(private.hand) for private in privates] == [5, 5]
    for private in privates:
        assert set(private.marks or ()) <= set(private.hand)
        assert len(private.marks or ()) <= public.options.max_exchange
    assert public.confirmed == tuple(private.marks is not None for private in privates)
    assert public.exchanged in ((), tuple(len(private.discards) for private in privates))
    assert public.shown == (tuple(private.hand for private in privates) if public.phase == "pay" else ())
    first, second = public.tallies
    assert (first.gained, first.paid, first.won, first.lost) == (second.paid, second.gained, second.lost, second.won)
    assert public.coins[0] == public.options.start_coins + first.gained - first.paid
