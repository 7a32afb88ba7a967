"""What the contract's tests need to play Dilemma Hold'em: setups, and what cards and chips must add up to."""

from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.metadata import BIG_BLIND, DOUBLED, FLAT
from games.catalog.dilemma.state import DilemmaState
from games.engine.metadata import Value

SETUPS: list[tuple[dict[str, Value], int]] = [
    ({}, 4),
    ({"heads_up_blinds": "casino", "penalty": 0, "max_hands": 12}, 2),
    ({"bonus_table": DOUBLED, "penalty": BIG_BLIND, "fold_win_bonus": 50, "one_is_also_high": True}, 3),
    ({"bonus_table": DOUBLED, "penalty": 50, "reopen_after_short_all_in": True, "max_hands": 24}, 6),
    ({"bonus_table": FLAT, "penalty": 10, "flush_beats_full_house": True, "max_hands": 50}, 10),
    ({"fold_win_bonus": 50}, 2),
    ({"bonus_table": "10,1000,20,10,30,990,500,10,10", "penalty": 0}, 5),
    ({"bonus_table": ",".join(["1000"] * 9), "penalty": BIG_BLIND}, 3),
]


def check(state: DilemmaState) -> None:
    """Every card lies once; stacks, pots and bank together are what the table began with (section 2)."""
    _check_cards(state)
    public, betting = state.public, state.public.betting
    assert sum(betting.stacks) + sum(betting.paid) + sum(public.bank) == 1000 * public.seats + 1500
    amounts = [*betting.stacks, *betting.paid, *betting.bets, *public.bank]
    assert min(amounts) >= 0
    assert all(amount % 10 == 0 for amount in amounts)
    assert all(bet <= paid for bet, paid in zip(betting.bets, betting.paid, strict=True))
    assert (public.turn >= 0) is (public.phase == "bets")
    if public.phase in ("blinds", "over") and public.hand:
        assert not any(betting.paid)
        assert [bool(end.hand) for end in public.exits] == [chips == 0 for chips in betting.stacks]


def _check_cards(state: DilemmaState) -> None:
    public, holes = state.public, [private.cards for private in state.own]
    lying = [*state.hidden.deck, *public.board, *(card for hole in holes for card in hole)]
    assert sorted(lying) == (sorted(DECK) if any(holes) else [])
    assert [len(hole) for hole in holes] == [len(hole) for hole in public.holes]
    if lying:
        assert [len(hole) for hole in holes] == [2 if chips else 0 for chips in public.starts]
        assert len(public.board) in (0, 3, 4, 5)
    live = tuple(hole if lives else () for hole, lives in zip(holes, public.betting.live, strict=True))
    assert public.opened in ((), live)
