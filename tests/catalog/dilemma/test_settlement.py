"""Pots, penalties, bonus, bank, elimination and the end (sections 5 to 9)."""

from typing import Any

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.happenings import (
    BankShort,
    BlindsRaised,
    BonusPaid,
    Eliminated,
    HandShown,
    Happening,
    MatchEnded,
    PenaltyPaid,
    PotWon,
    Returned,
)
from games.catalog.dilemma.metadata import BIG_BLIND, DOUBLED, FLAT, METADATA, STANDARD
from games.catalog.dilemma.showdown import HAND_CAP
from games.catalog.dilemma.types import Exit, Payment, Prize
from games.engine.errors import InvalidOptionsError
from games.engine.metadata import Value
from games.kit.poker_hands import Hand
from tests.catalog.dilemma.positions import (
    ALSO_NOTHING,
    BANK,
    FOLD,
    LOW_PAIR,
    NOTHING,
    PAIR,
    TWO_PAIR,
    asked,
    begin,
    ended,
    flop,
    holes,
    house,
    play,
    settled,
)
from tests.catalog.states import but


def of(kind: type[Happening], happenings: list[Happening]) -> list[Happening]:
    return [happening for happening in happenings if isinstance(happening, kind)]


# --- showdown and pots -------------------------------------------------------------------------------------------


def test_hands_are_shown_best_first() -> None:
    _, happenings = settled(ended((40,) * 3, LOW_PAIR, TWO_PAIR, NOTHING, stacks=(960,) * 3))
    assert [(happening.seat, happening.hand.category) for happening in of(HandShown, happenings)] == [  # type: ignore[attr-defined]
        (1, "two-pair"),
        (0, "pair"),
        (2, "high-card"),
    ]


def test_items_never_break_ties_and_kickers_do() -> None:
    tied, _ = settled(ended((40, 40), "G9 F3", "F9 G3", stacks=(960, 960)))
    assert tied.public.last is not None
    assert [hand.place for hand in tied.public.last.hands] == [1, 1]
    kicker, _ = settled(ended((40, 40), "G9 F3", "F9 G8", stacks=(960, 960)))
    assert kicker.public.last is not None
    assert [(hand.seat, hand.place) for hand in kicker.public.last.hands] == [(1, 1), (0, 2)]


def test_a_folded_hand_wins_nothing_and_is_not_shown() -> None:
    after, happenings = settled(ended((40, 40, 40), TWO_PAIR, PAIR, NOTHING, stacks=(960,) * 3, folded=(0,)))
    assert [happening.seat for happening in of(HandShown, happenings)] == [1, 2]  # type: ignore[attr-defined]
    assert of(PotWon, happenings) == [PotWon(1, 120, 0, 1, Hand("pair", ("9", "10", "7", "5")))]
    assert after.public.betting.stacks == (960, 960 + 120 + 50, 940)


def test_a_side_pot_goes_to_the_best_of_those_who_paid_for_it() -> None:
    """The best hand is all-in for 50: it takes the main pot, the second best the side pot, and still has failed."""
    after, happenings = settled(ended((50, 300, 300), TWO_PAIR, PAIR, LOW_PAIR, stacks=(0, 700, 700)))
    assert after.public.last is not None
    assert after.public.last.prizes == (Prize(0, 150, 0), Prize(1, 500, 1))
    assert of(PenaltyPaid, happenings) == [PenaltyPaid(1, 20), PenaltyPaid(2, 20)]
    assert of(BonusPaid, happenings) == [BonusPaid(0, 100, "two-pair")]


def test_three_who_tie_share_with_odd_units_clockwise_from_the_dealers_left() -> None:
    holes = ("G9 F3", "F9 G3", "B9 U3")
    after, _ = settled(
        ended((50, 50, 50, 10), *holes, ALSO_NOTHING, stacks=(950, 950, 950, 990), dealer=0, folded=(3,))
    )
    assert after.public.last is not None
    assert after.public.last.prizes == (Prize(1, 60, 0), Prize(2, 50, 0), Prize(0, 50, 0))
    assert after.public.last.bonuses == (Payment(1, 20), Payment(2, 20), Payment(0, 10))


def test_without_a_showdown_there_is_neither_bonus_nor_penalty() -> None:
    after, happenings = settled(play(asked(3, dealer=0), FOLD, FOLD))
    assert happenings == [Returned(2, 10), PotWon(2, 20, 0, 1, None)]
    assert (after.public.bank, after.public.betting.stacks) == (BANK, (1000, 990, 1010))
    assert after.public.last is not None
    assert (after.public.last.hands, after.public.last.board) == ((), ())


def test_a_bonus_for_folds_by_option() -> None:
    after, happenings = settled(play(asked(3, dealer=0, fold_win_bonus=50), FOLD, FOLD))
    assert happenings[-1] == BonusPaid(2, 50, None)
    assert (after.public.bank, after.public.betting.stacks) == ((250, 700, 500), (1000, 990, 1060))


# --- penalties and bonus -----------------------------------------------------------------------------------------

SHOWDOWNS: list[tuple[dict[str, Value], int, int]] = [
    ({}, 20, 100),
    ({"penalty": 0}, 0, 100),
    ({"penalty": 10}, 10, 100),
    ({"bonus_table": FLAT}, 20, 100),
    ({"bonus_table": DOUBLED, "penalty": 50}, 50, 200),
    ({"bonus_table": DOUBLED, "penalty": BIG_BLIND}, 40, 200),
]


@pytest.mark.parametrize(("options", "penalty", "bonus"), SHOWDOWNS)
def test_amounts_by_option(options: dict[str, Any], penalty: int, bonus: int) -> None:
    state = ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 960), bank=(0, 700, 500), **options)
    after, _ = settled(state)
    assert after.public.betting.stacks == (960 + 80 + bonus, 960 - penalty)
    assert after.public.bank == (0, 700 + penalty - bonus, 500)


@pytest.mark.parametrize(
    ("hole", "board", "bonus"),
    [
        ("F10 B8", "G2 F5 B7 U9 G4", 50),
        ("G9 F3", "G2 F5 B7 U9 G10", 50),
        ("F10 B9", "G2 F5 B7 U9 G10", 100),
        ("F9 B9", "G2 F5 B7 U9 G10", 100),
        ("F8 B6", "G2 F5 B7 U9 G10", 150),
        ("G8 G6", "G2 F5 B7 G9 G10", 200),
        ("F9 B9", "G2 F2 B7 U9 G10", 200),
        ("F9 B9", "G9 F2 B7 U9 G10", 300),
        ("G8 G7", "G6 F2 G10 G9 U1", 500),
    ],
)
def test_every_category_has_its_bonus(hole: str, board: str, bonus: int) -> None:
    after, happenings = settled(ended((40, 40), hole, "B1 U8", stacks=(960, 960), board=board))
    assert of(BonusPaid, happenings)[0].chips == bonus  # type: ignore[attr-defined]
    assert after.public.betting.stacks[0] == 960 + 80 + bonus


def test_a_loser_pays_no_more_than_is_left() -> None:
    after, happenings = settled(ended((40, 40, 40), TWO_PAIR, PAIR, NOTHING, stacks=(960, 10, 0)))
    assert of(PenaltyPaid, happenings) == [PenaltyPaid(1, 10)]
    assert after.public.betting.stacks == (960 + 120 + 100, 0, 0)


@pytest.mark.parametrize("pair", [(50, STANDARD), (50, FLAT), (BIG_BLIND, STANDARD), (BIG_BLIND, FLAT)])
def test_high_penalties_need_the_doubled_bonuses(pair: tuple[Value, Value]) -> None:
    with pytest.raises(InvalidOptionsError) as info:
        METADATA.clean_options({"penalty": pair[0], "bonus_table": pair[1]})
    assert info.value.params == {"option": "penalty"}


@pytest.mark.parametrize(
    ("table", "penalties"),
    [
        ("40,50,100,100,150,200,200,300,500", [0, 10, 20]),  # 20 is half of the smallest
        ("30,50,100,100,150,200,200,300,500", [0, 10]),
        ("1000,1000,1000,1000,1000,1000,1000,1000,10", [0]),
        ("100,100,200,200,300,400,400,600,990", [0, 10, 20]),
        ("100,100,200,200,300,400,400,600,1000", [0, 10, 20, 50, BIG_BLIND]),
        ("110,1000,200,200,300,400,400,600,1000", [0, 10, 20, 50, BIG_BLIND]),
    ],
)
def test_which_penalties_go_with_own_bonuses(table: str, penalties: list[Value]) -> None:
    fits = [
        amount
        for amount in (0, 10, 20, 50, BIG_BLIND)
        if not METADATA.find_conflict({"penalty": amount, "bonus_table": table})
    ]
    assert fits == penalties


def test_flush_and_full_house_by_option() -> None:
    board, flush, full = "G2 G5 F5 B9 G10", "G7 G8", "F9 U9"
    usual, _ = settled(ended((40, 40), flush, full, stacks=(960, 960), board=board))
    other, _ = settled(ended((40, 40), flush, full, stacks=(960, 960), board=board, flush_beats_full_house=True))
    assert [public.last.hands[0].seat for public in (usual.public, other.public) if public.last] == [1, 0]


def test_a_1_above_10_by_option() -> None:
    board, ones, tens = "G2 F5 B7 U9 G4", "F1 B1", "F10 B10"
    usual, _ = settled(ended((40, 40), ones, tens, stacks=(960, 960), board=board))
    other, _ = settled(ended((40, 40), ones, tens, stacks=(960, 960), board=board, one_is_also_high=True))
    assert [public.last.hands[0].seat for public in (usual.public, other.public) if public.last] == [1, 0]


# --- the bank ----------------------------------------------------------------------------------------------------


def test_one_settlement_may_pass_two_levels() -> None:
    state = ended((40, 40), "F9 B9", ALSO_NOTHING, stacks=(960, 960), bank=(10, 20, 500), board="G9 F2 B7 U9 G10")
    after, happenings = settled(state)
    assert after.public.bank == (0, 0, 250)
    assert of(BlindsRaised, happenings) == [BlindsRaised(3, 30, 60)]
    assert sorted(house(after)[0].public.betting.paid) == [30, 60]


def test_penalties_go_to_the_bank_active_at_the_start() -> None:
    state = ended((40,) * 3, TWO_PAIR, PAIR, NOTHING, stacks=(960,) * 3, bank=(20, 700, 500))
    after, _ = settled(state)
    assert after.public.bank == (0, 660, 500)


def test_an_empty_bank_pays_what_is_left_and_ends_the_match() -> None:
    after, happenings = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 1960), bank=(0, 0, 30)))
    assert happenings[-3:] == [BankShort(100, 50), BonusPaid(0, 50, "two-pair"), MatchEnded("bank")]
    assert (after.public.phase, after.public.bank) == ("over", (0, 0, 0))
    assert rules.standing(after).winners == (1,)
    assert rules.standing(after).scores == (960 + 80 + 50, 1940)
    assert not of(BlindsRaised, happenings)


@pytest.mark.parametrize(
    ("bank", "short"),
    [((0, 0, 80), []), ((30, 20, 30), []), ((0, 0, 70), [BankShort(100, 90)]), ((0, 0, 0), [BankShort(100, 20)])],
)
def test_a_short_bank_says_so(bank: tuple[int, int, int], short: list[BankShort]) -> None:
    """The loser's penalty of 20 is there to be paid out too."""
    after, happenings = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 1960), bank=bank))
    assert of(BankShort, happenings) == short
    assert GAME.view(after, None).public.unpaid == sum(shortage.due - shortage.paid for shortage in short)


def test_a_short_bank_is_shared_by_those_who_tie() -> None:
    state = ended((40,) * 3, "G9 F3", "F9 G3", NOTHING, stacks=(960,) * 3, bank=(0, 0, 10), penalty=0)
    after, happenings = settled(state)
    assert of(BankShort, happenings) == [BankShort(50, 10)]
    assert len(of(BonusPaid, happenings)) == 1
    assert GAME.view(after, None).public.unpaid == 40


def test_a_short_bank_for_folds() -> None:
    state = play(asked(3, dealer=0, fold_win_bonus=50), FOLD)
    after, happenings = settled(play(but(state, bank=(0, 0, 20)), FOLD))
    assert of(BankShort, happenings) == [BankShort(50, 20)]
    assert GAME.view(after, None).public.unpaid == 30


def test_equal_chips_share_the_win() -> None:
    after, _ = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(1000, 1150), bank=(0, 0, 30)))
    assert rules.standing(after).scores == (1130, 1130)
    assert rules.standing(after).winners == (0, 1)


# --- out, and the end --------------------------------------------------------------------------------------------


def test_who_has_no_chips_is_out_and_gets_no_cards() -> None:
    after, happenings = settled(ended((40, 40, 40), TWO_PAIR, PAIR, NOTHING, stacks=(960, 960, 0)))
    assert of(Eliminated, happenings) == [Eliminated(2)]
    assert after.public.exits == (Exit(), Exit(), Exit(1, 40))
    following, _ = house(after)
    assert [len(hole) for hole in holes(following)] == [2, 2, 0]


def test_a_penalty_may_take_the_last_chip() -> None:
    after, happenings = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 20)))
    assert of(Eliminated, happenings) == [Eliminated(1)]
    assert happenings[-1] == MatchEnded("alone")
    assert rules.standing(after).winners == (0,)


def test_places_of_those_out_later_is_better_then_more_chips_at_the_start() -> None:
    state = ended(
        (100, 100, 60, 60, 0), TWO_PAIR, PAIR, NOTHING, ALSO_NOTHING, "", stacks=(500, 0, 0, 0, 0), hand=7, bank=BANK
    )
    after, _ = settled(state)
    assert after.public.phase == "over"
    assert rules.standing(after).places == (1, 2, 3, 3, 5)


def test_chips_in_the_pots_count_while_a_hand_runs() -> None:
    standing = rules.standing(play(flop(1000, 1000, 1000), FOLD))
    assert standing.places == (1, 1, 1)
    assert standing.winners == ()


@pytest.mark.parametrize(("options", "limit"), [({"max_hands": 12}, 12), ({"max_hands": 50}, 50), ({}, HAND_CAP)])
def test_the_last_hand(options: dict[str, Any], limit: int) -> None:
    before, _ = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 960), hand=limit - 1, **options))
    assert before.public.phase == "blinds"
    after, happenings = settled(ended((40, 40), TWO_PAIR, PAIR, stacks=(960, 960), hand=limit, **options))
    assert happenings[-1] == MatchEnded("hands")
    assert rules.standing(after).winners == (0,)


def test_the_last_hand_may_end_by_folds() -> None:
    state = but(asked(2, dealer=0, max_hands=12), hand=12)
    after, happenings = settled(play(state, FOLD))
    assert (after.public.phase, happenings[-1]) == ("over", MatchEnded("hands"))


@pytest.mark.parametrize("seats", [2, 10])
def test_setup_takes_two_to_ten(seats: int) -> None:
    assert sum(begin(seats).public.betting.stacks) == 1000 * seats
