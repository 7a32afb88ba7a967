"""The worked cases of the rules sheet, one test each."""

from typing import Any

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.hands import strength
from games.catalog.sdc.happenings import BidMade, MatchEnded, Paid, Shown
from games.catalog.sdc.moves import Bid, Call, Drop, Move, Raise
from games.engine.errors import IllegalMoveError
from games.engine.legal_moves import Amount, Choice
from tests.catalog.sdc.positions import CHANCE, FOUR, HIGH, PAIR, M, S, bidding, cards, played, until_asked

A1 = [
    ("W10 WJ WQ WK WA", (9, 4)),
    ("F4 F5 F6 F7 F8", (8, 3, 8)),
    ("W9 F9 A9 E9 A3", (7, 9)),
    ("WJ AJ EJ F2 E2", (6, 11)),
    ("E2 E5 E7 E10 EK", (5, 1, 13)),
    ("W8 W9 A10 FJ WQ", (4, 12, 4)),
    ("F7 A7 E7 WA W5", (3, 7)),
    ("W6 A6 F4 A4 E8", (2, 6, 1)),
    ("FJ AJ FQ E4 E10", (1, 11, 0)),
    ("WA F4 A6 A7 EQ", (0, 14, 4)),
]


def beats(first: str, second: str) -> bool:
    return strength(cards(first)) > strength(cards(second))


@pytest.mark.parametrize(("hand", "key"), A1)
def test_a1_categories_from_the_document(hand: str, key: tuple[int, ...]) -> None:
    assert strength(cards(hand)) == key


def test_a2_not_a_straight() -> None:
    assert strength(cards("FJ WQ AK EA W2")) == (0, 14, 1)
    assert strength(cards("WA F2 A3 F4 W5")) == (4, 5, 4)
    assert strength(cards("E10 EJ AQ AK EA")) == (4, 14, 1)


def test_a3_category_order() -> None:
    for place, (hand, _) in enumerate(A1):
        assert all(beats(hand, below) for below, _ in A1[place + 1 :])


def test_a4_one_pair_tie() -> None:
    assert beats("WJ EJ W2 F3 A5", "FJ AJ WA WK WQ")


def test_a5_two_pair_same_higher_pair() -> None:
    assert beats("W6 A6 F4 A4 E8", "F6 E6 W5 F5 WA")


def test_a6_flush_compares_the_suit_first() -> None:
    assert beats("A3 A4 A6 A8 A9", "E2 E5 E7 E10 EK")


def test_a7_straight_same_end_number() -> None:
    assert beats("W8 W9 A10 FJ WQ", "F8 F9 W10 WJ FQ")


def test_a8_high_card() -> None:
    assert beats("WA F4 A6 A7 EQ", "FA WK WQ WJ W9")


@pytest.mark.parametrize(
    ("moves", "better", "coins", "opener"),
    [
        ([(M, Bid(3)), (S, Drop())], S, (11, 9), M),
        ([(M, Bid(3)), (S, Call())], M, (13, 7), M),
        ([(M, Bid(2)), (S, Raise(5)), (M, Drop())], M, (8, 12), S),
        ([(M, Bid(2)), (S, Raise(5)), (M, Call())], S, (5, 15), S),
        ([(M, Bid(2)), (S, Raise(5)), (M, Call())], M, (15, 5), M),
    ],
)
def test_a9_settlement_table(moves: list[tuple[int, Move]], better: int, coins: tuple[int, int], opener: int) -> None:
    hands: dict[str, Any] = {"opener": PAIR, "responder": HIGH} if better == M else {"opener": HIGH, "responder": PAIR}
    after, _ = until_asked(played(bidding(**hands), *moves))
    assert after.public.coins == coins
    assert (after.public.stage, after.public.phase, after.public.opener) == (2, "draw", opener)


def refused(state: object, seat: int, move: Move) -> str:
    with pytest.raises(IllegalMoveError) as info:
        rules.apply(state, seat, move)  # type: ignore[arg-type]
    return info.value.code


def test_a10_bid_limits() -> None:
    assert rules.legal(bidding((12, 8)), M).of("bid") == Amount(Bid, "coins", 1, 5)
    short = bidding((17, 3))
    assert refused(short, M, Bid(4)) == "too-much"
    highest = played(short, (M, Bid(3)))
    assert not rules.legal(highest, S).of("raise")
    assert rules.legal(highest, S).moves_of("call") == (Call(),)
    assert rules.legal(highest, S).moves_of("drop") == (Drop(),)
    assert rules.legal(played(short, (M, Bid(2))), S).of("raise") == Amount(Raise, "to", 3, 3)
    assert refused(short, M, Drop()) == "opener-must-bid"
    assert refused(played(bidding(), (M, Bid(3))), S, Raise(2)) == "too-little"
    assert refused(played(bidding(), (M, Bid(3)), (S, Raise(4))), M, Raise(5)) == "no-second-raise"


@pytest.mark.parametrize("coins", [(1, 19), (19, 1)])
def test_a_bid_that_must_be_1_is_made_by_the_house(coins: tuple[int, int]) -> None:
    """No raise either; the responder is asked, and a drop costs the same as a lost call."""
    before = bidding(coins, opener=HIGH, responder=FOUR)
    assert rules.waiting_on(before) == frozenset()
    assert refused(before, M, Bid(1)) == "not-your-turn"
    state, happenings = until_asked(before)
    assert happenings == [BidMade(M, 1, by_house=True)]
    assert rules.waiting_on(state) == {S}
    assert rules.legal(state, S).sets == (Choice((Call(), Drop())),)
    assert until_asked(played(state, (S, Drop())))[0].public.coins == (coins[0] + 1, coins[1] - 1)
    assert until_asked(played(state, (S, Call())))[0].public.coins == (coins[0] - 1, coins[1] + 1)


def test_with_two_coins_left_the_opener_bids() -> None:
    assert rules.advance(bidding((2, 18)), CHANCE) is None
    assert rules.legal(bidding((2, 18)), M).sets == (Amount(Bid, "coins", 1, 2),)


def test_a11_a_drop_loses_with_the_better_hand() -> None:
    after, happenings = until_asked(played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)), (S, Drop())))
    assert [happening for happening in happenings if isinstance(happening, Shown | Paid)] == [
        Shown(M, cards(HIGH), 0),
        Shown(S, cards(FOUR), 7),
        Paid(M, 1, True),
    ]
    assert after.public.coins == (11, 9)


def test_a12_end() -> None:
    four = played(bidding((4, 16)), (M, Bid(4)))
    state, happenings = until_asked(played(four, (S, Call())))
    assert state.public.coins == (0, 20)
    assert rules.over(state)
    assert rules.standing(state).winners == (S,)
    assert happenings[-1] == MatchEnded(S, by_limit=False)
    going, _ = until_asked(played(four, (S, Drop())))
    assert going.public.coins == (5, 15)
    assert not rules.over(going)
