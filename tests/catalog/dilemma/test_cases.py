"""The worked cases of the rules sheet, one test each."""

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.cards import ranking
from games.catalog.dilemma.happenings import BlindsRaised, BonusPaid, PenaltyPaid, PotWon, Returned
from games.catalog.dilemma.moves import Bet, Raise
from games.catalog.dilemma.state import DilemmaState
from games.engine.legal_moves import Amount
from games.kit.poker_hands import Hand
from tests.catalog.dilemma.positions import (
    CALL,
    CHECK,
    FOLD,
    LOW_PAIR,
    NOTHING,
    PAIR,
    TWO_PAIR,
    asked,
    begin,
    ended,
    flop,
    house,
    play,
    refused,
    settled,
    until,
)


def raises(state: DilemmaState) -> Amount:
    part = rules.legal(state, state.public.turn).of("raise")
    assert isinstance(part, Amount)
    return part


def test_a1_minimum_raise_from_the_sheet() -> None:
    state = play(flop(1000, 1000), Bet(40))
    assert raises(state).min == 80
    assert refused(state, Raise(70)) == ("too-little", {"min": 80})
    after = play(state, Raise(80))
    assert after.public.betting.step == 40
    assert raises(after).min == 120


def test_a2_minimum_raise_from_the_sheet() -> None:
    state = play(flop(1000, 1000, 1000), Bet(20), Raise(100))
    assert state.public.betting.step == 80
    assert raises(state).min == 180
    assert refused(state, Raise(170)) == ("too-little", {"min": 180})
    my_turn = play(state, FOLD)
    assert (my_turn.public.turn, raises(my_turn).min) == (0, 180)
    before = my_turn.public.betting.stacks[0]
    assert before - play(my_turn, Raise(180)).public.betting.stacks[0] == 160
    assert before - play(my_turn, CALL).public.betting.stacks[0] == 80


def test_a3_three_way_all_in_from_the_sheet() -> None:
    state = ended((1500, 1000, 2000), PAIR, TWO_PAIR, LOW_PAIR, stacks=(0, 0, 0), bank=(0, 500, 500))
    _, happenings = settled(state)
    assert [happening for happening in happenings if isinstance(happening, Returned)] == [Returned(2, 500)]
    won = [(happening.pot, happening.chips) for happening in happenings if isinstance(happening, PotWon)]
    assert won == [(0, 3000), (1, 1000)]


def test_a4_the_same_with_settlement() -> None:
    state = ended((1500, 1000, 2000, 0), PAIR, TWO_PAIR, LOW_PAIR, "", stacks=(0, 0, 0, 0), bank=(0, 500, 500), hand=9)
    after, happenings = settled(state)
    assert happenings[0] == Returned(2, 500)
    assert [(happening.seat, happening.chips) for happening in happenings if isinstance(happening, PotWon)] == [
        (1, 3000),
        (0, 1000),
    ]
    assert [(happening.seat, happening.chips) for happening in happenings if isinstance(happening, PenaltyPaid)] == [
        (0, 20),
        (2, 20),
    ]
    assert [happening for happening in happenings if isinstance(happening, BonusPaid)] == [
        BonusPaid(1, 100, "two-pair")
    ]
    assert after.public.betting.stacks == (980, 3100, 480, 0)
    assert (after.public.bank, after.public.level) == ((0, 440, 500), 2)
    assert sum(after.public.betting.stacks) + sum(after.public.bank) == 5500


def test_a5_setup() -> None:
    state = begin(4)
    assert state.public.betting.stacks == (1000,) * 4
    assert (state.public.bank, state.public.level, state.public.blinds) == ((300, 700, 500), 1, (10, 20))
    assert sum(state.public.betting.stacks) + sum(state.public.bank) == 5500 == 44 * 100 + 14 * 50 + 40 * 10


def test_a6_blind_up_with_carry() -> None:
    state = ended((40, 40), TWO_PAIR, PAIR, stacks=(1100, 1070), bank=(50, 700, 500))
    after, happenings = settled(state)
    assert happenings[-3:] == [PenaltyPaid(1, 20), BonusPaid(0, 100, "two-pair"), BlindsRaised(2, 20, 40)]
    assert after.public.betting.stacks == (1280, 1050)
    assert after.public.bank == (0, 670, 500)
    following, _ = house(after)
    assert sorted(following.public.betting.paid) == [20, 40]
    assert raises(following).min == 80
    on_the_flop = until(following, CALL, CHECK)
    assert refused(on_the_flop, Bet(30)) == ("too-little", {"min": 40})


def test_a7_exactly_emptied() -> None:
    after, _ = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(1100, 1040), bank=(80, 700, 500)))
    assert after.public.betting.stacks == (1280, 1020)
    assert after.public.bank == (0, 700, 500)
    assert (after.public.level, after.public.blinds) == (2, (20, 40))


def test_a8_blinds_do_not_fall() -> None:
    holes = (PAIR, "U3 G4", "B3 F4", "U4 G1", "B4 F1")
    after, happenings = settled(ended((40,) * 5, *holes, stacks=(1030, 1020, 1020, 1020, 1020), bank=(0, 690, 500)))
    assert sum(happening.chips for happening in happenings if isinstance(happening, PenaltyPaid)) == 80
    assert [happening for happening in happenings if isinstance(happening, BonusPaid)] == [BonusPaid(0, 50, "pair")]
    assert after.public.betting.stacks == (1280, 1000, 1000, 1000, 1000)
    assert after.public.bank == (0, 720, 500)
    assert sorted(house(after)[0].public.betting.paid)[-2:] == [20, 40]


def test_a9_order_3_players() -> None:
    state = asked(3, dealer=0)
    assert state.public.betting.paid == (0, 10, 20)
    turns = []
    for move in (CALL, CALL):
        turns.append(state.public.turn)
        state = play(state, move)
    assert [*turns, state.public.turn] == [0, 1, 2]
    assert raises(state).min == 40
    state, _ = house(play(state, CHECK))
    for _ in range(3):
        assert state.public.turn == 1
        state = until(state, CHECK, CHECK, CHECK)


def test_a10_order_2_players_literal_rule() -> None:
    state = asked(2, dealer=0)
    assert state.public.betting.paid == (20, 10)
    assert state.public.turn == 1
    state = until(state, CALL, CHECK)
    for count in (3, 4, 5):
        assert (len(state.public.board), state.public.turn) == (count, 1)
        state = until(state, CHECK, CHECK)


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("G7 F8 B9 U10 G3 F6 B2", Hand("straight", ("10",))),
        ("G7 F8 B9 U10 G3 F1 B1", Hand("pair", ("1", "10", "9", "8"))),
        ("G1 F2 B3 U4 G10 F5 B9", Hand("straight", ("5",))),
        ("G1 F2 B3 U4 G10 F10 B10", Hand("three", ("10", "4", "3"))),
    ],
)
def test_a11_straights(cards: str, hand: Hand) -> None:
    order = ranking(one_is_high=False, flush_beats_full_house=False)
    assert order.hand(order.best(order.codes(cards.split()))) == hand


def test_a11_the_lowest_straight_beats_three_tens() -> None:
    order = ranking(one_is_high=False, flush_beats_full_house=False)
    lowest, tens = (order.codes(f"G1 F2 B3 U4 G10 {hole}".split()) for hole in ("F5 B9", "F10 B10"))
    assert order.best(lowest) > order.best(tens)


def test_a12_odd_10() -> None:
    """Clockwise A, B, C; A and B hold the same pair of 9 with the board's kickers."""
    state = ended((50, 50, 30), "G9 F3", "F9 G3", NOTHING, stacks=(950, 950, 970), dealer=0, folded=(2,))
    after, happenings = settled(state)
    assert [(happening.seat, happening.chips) for happening in happenings if isinstance(happening, PotWon)] == [
        (1, 70),
        (0, 60),
    ]
    assert [(happening.seat, happening.chips) for happening in happenings if isinstance(happening, BonusPaid)] == [
        (1, 30),
        (0, 20),
    ]
    assert not [happening for happening in happenings if isinstance(happening, PenaltyPaid)]
    assert after.public.betting.stacks == (1030, 1050, 970)
    assert after.public.bank == (250, 700, 500)
