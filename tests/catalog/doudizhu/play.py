"""What the contract's tests need to play Dou Dizhu: setups, and what cards and chips must add up to."""

from games.catalog.doudizhu.ranks import DECK, sort_cards
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.metadata import Value

SETUPS: list[tuple[dict[str, Value], int]] = [
    ({"deals": 1}, 4),
    ({"deals": 1, "kitty_to_landlord": False, "low_two_sequences": False}, 4),
    ({"deals": 1, "show_kitty": True, "forced_landlord_limited": False}, 4),
    ({}, 4),
    ({"deals": 2}, 4),
    ({"deals": 8, "kitty_to_landlord": False, "show_kitty": True}, 4),
    ({"deals": 12}, 4),
]

LOOK = 20  # twelve deals are some fifteen hundred events


def check(state: DoudizhuState) -> None:
    """Every card is in one place, a hand, the kitty or the played cards; chips only change owners."""
    public, kitty = state.public, state.hidden.kitty
    hands = tuple(private.hand for private in state.own)
    assert sum(public.chips) == 0
    dealt = public.phase not in ("deal", "over")
    aside = public.kitty if public.landlord is not None and not public.options.kitty_to_landlord else ()
    lying = [*kitty, *aside, *(card for cards in (*hands, *public.played) for card in cards)]
    assert sorted(lying) == (sorted(DECK) if dealt else [])
    assert all(cards == sort_cards(cards) for cards in (*hands, *public.played, kitty))
    assert public.counts == tuple(map(len, hands))
    assert public.hands == (hands if public.phase == "payment" else ())
    assert (() in hands) is (public.phase in ("show", "payment", "deal", "over"))
    if public.starter is not None:
        assert public.face_up in hands[public.starter] + public.played[public.starter]
    _check_kitty(state)


def _check_kitty(state: DoudizhuState) -> None:
    """Eight cards face down at first; then with the landlord, who remembers them, open to all, or out of play."""
    public = state.public
    dealt, named = public.phase not in ("deal", "over"), public.landlord is not None
    is_taken, is_shown = named and public.options.kitty_to_landlord, named and public.options.show_kitty
    assert len(state.hidden.kitty) == (8 if dealt and not is_taken and not is_shown else 0)
    assert len(public.kitty) == (8 if is_shown else 0)
    for seat, private in enumerate(state.own):
        if not is_taken or seat != public.landlord:
            assert private.kitty == ()
            continue
        assert len(private.kitty) == 8
        assert public.kitty in ((), private.kitty)
        remaining = list(private.hand + public.played[seat])
        for card in private.kitty:
            remaining.remove(card)
