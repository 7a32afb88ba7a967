"""Betting, pots and shares on their own; the worked cases of Dilemma Hold'em play whole rounds of it."""

from itertools import pairwise

import pytest

from games.engine.chance import Rng
from games.kit.betting import (
    BetRange,
    Betting,
    Pot,
    bet_to,
    fold_seat,
    get_bet_range,
    get_next_to_act,
    get_pots,
    get_uncalled_bet,
    post_blind,
    refund_bet,
    split_evenly,
    start_hand,
    start_round,
)


def table(*stacks: int, step: int = 20) -> Betting:
    return start_hand(stacks, step)


def bets(betting: Betting, *moves: tuple[int, int]) -> Betting:
    """Each (seat, to) in turn."""
    for seat, to in moves:
        betting = bet_to(betting, seat, to)
    return betting


def test_a_bet_moves_chips_into_the_pot() -> None:
    after = bets(table(500, 500, 500), (0, 40), (1, 120))
    assert after == Betting((460, 380, 500), (40, 120, 0), (40, 120, 0), (40, 120, -1), (True,) * 3, 120, 80)


def test_a_new_round_forgets_bets_but_not_what_was_paid() -> None:
    after = start_round(bets(table(500, 500), (0, 40), (1, 40)), 20)
    assert after == Betting((460, 460), (40, 40), (0, 0), (-1, -1), (True, True), 0, 20)


def test_seats_without_chips_are_not_dealt_in() -> None:
    assert table(500, 0, 10).live == (True, False, True)


# --- raises ------------------------------------------------------------------------------------------------------


def test_a_step_is_the_last_full_raise() -> None:
    after = bets(table(1000, 1000, 1000), (0, 20), (1, 100))
    assert get_bet_range(after, 2) == BetRange(to_call=100, low=180, high=1000)
    assert get_bet_range(fold_seat(after, 2), 0) == BetRange(to_call=80, low=180, high=1000)


def test_a_short_all_in_leaves_the_step_and_closes_raising_for_who_has_acted() -> None:
    after = bets(table(1000, 1000, 130, 1000), (0, 100), (1, 100), (2, 130))
    assert (after.highest, after.step) == (130, 100)
    assert get_bet_range(after, 3) == BetRange(to_call=130, low=230, high=1000)  # has not acted
    closed = bet_to(after, 3, 130)
    assert get_bet_range(closed, 0) == BetRange(to_call=30, low=230, high=0)
    assert get_bet_range(closed, 0, reopens=True) == BetRange(to_call=30, low=230, high=1000)


def test_short_all_ins_add_up_until_they_are_a_step() -> None:
    after = bets(table(1000, 1000, 160, 200), (0, 100), (1, 100), (2, 160), (3, 200))
    assert (after.highest, after.step) == (200, 100)
    assert get_bet_range(after, 0) == BetRange(to_call=100, low=300, high=1000)
    nearly = bets(table(1000, 1000, 160, 190), (0, 100), (1, 100), (2, 160), (3, 190))
    assert get_bet_range(nearly, 0).high == 0


def test_an_opening_all_in_below_the_minimum_leaves_the_step() -> None:
    after = bets(table(10, 1000, 1000), (0, 10))
    assert (after.highest, after.step) == (10, 20)
    assert get_bet_range(after, 1) == BetRange(to_call=10, low=30, high=1000)


def test_nobody_raises_when_all_others_are_all_in_or_out() -> None:
    after = bets(table(100, 100, 1000), (0, 100), (1, 100))
    assert get_bet_range(after, 2) == BetRange(to_call=100, low=200, high=0)
    assert get_bet_range(fold_seat(bets(table(100, 500, 1000), (0, 100)), 1), 2).high == 0


def test_a_short_stack_owes_no_more_than_it_has() -> None:
    assert get_bet_range(bets(table(200, 60), (0, 200)), 1) == BetRange(to_call=60, low=400, high=0)
    assert get_bet_range(bets(table(500, 60, 500), (0, 200)), 1) == BetRange(to_call=60, low=400, high=60)


# --- blinds and turns --------------------------------------------------------------------------------------------


def blinds(*stacks: int) -> Betting:
    """Seat 0 is the dealer, 1 and 2 post 10 and 20."""
    return post_blind(post_blind(start_hand(stacks, 20), 1, 10), 2, 20)


def test_the_big_blind_may_act_when_only_called() -> None:
    called = bets(blinds(500, 500, 500), (0, 20), (1, 20))
    assert get_next_to_act(called, 1) == 2
    assert get_bet_range(called, 2) == BetRange(to_call=0, low=40, high=500)
    assert get_next_to_act(bet_to(called, 2, 20), 2) == -1


def test_who_has_raised_is_asked_again_only_when_raised() -> None:
    raised = bets(blinds(500, 500, 500), (0, 60), (1, 60))
    assert get_next_to_act(raised, 1) == 2
    assert get_next_to_act(bet_to(raised, 2, 60), 2) == -1
    assert get_next_to_act(bet_to(raised, 2, 100), 2) == 0


def test_a_short_big_blind_leaves_the_price_and_the_smallest_raise() -> None:
    betting = blinds(500, 500, 10)
    assert (betting.stacks, betting.bets, betting.highest) == ((500, 490, 0), (0, 10, 10), 20)
    assert get_bet_range(betting, 0) == BetRange(to_call=20, low=40, high=500)


def test_a_small_blind_that_covers_a_short_big_blind_is_not_asked() -> None:
    assert get_next_to_act(post_blind(post_blind(start_hand((500, 10), 20), 0, 10), 1, 20), 1) == -1
    assert get_next_to_act(post_blind(post_blind(start_hand((500, 20), 20), 0, 10), 1, 20), 1) == 0


def test_a_lone_seat_with_chips_still_answers_a_higher_all_in() -> None:
    after = bets(blinds(500, 10, 60), (0, 20), (2, 60))
    assert get_next_to_act(after, 2) == 0
    assert get_next_to_act(bet_to(after, 0, 60), 0) == -1
    assert get_next_to_act(start_round(bet_to(after, 0, 60), 20), 0) == -1


def test_folded_and_broke_seats_are_passed_over() -> None:
    betting = start_round(fold_seat(table(500, 500, 0, 500), 1), 20)
    assert get_next_to_act(betting, 0) == 3
    assert get_next_to_act(bet_to(betting, 3, 0), 3) == 0


# --- the end of a round ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "back"),
    [((1500, 1000, 2000), (2, 500)), ((10, 20, 0), (1, 10)), ((300, 300), (0, 0)), ((0, 0, 20), (2, 20))],
)
def test_what_nobody_has_matched_comes_back(paid: tuple[int, ...], back: tuple[int, int]) -> None:
    assert get_uncalled_bet(paid) == back


def test_a_refund_undoes_the_payment() -> None:
    after = bets(table(500, 500), (0, 100))
    assert refund_bet(after, 0, 100).stacks == (500, 500)
    assert refund_bet(after, 0, 60).paid == (40, 0)


YES, NO = True, False


@pytest.mark.parametrize(
    ("paid", "live", "expected"),
    [
        ((40, 40, 20), (YES, YES, NO), [(100, (0, 1))]),
        ((40, 0, 40), (YES, NO, YES), [(80, (0, 2))]),
        ((100, 50, 300, 300), (YES, YES, YES, YES), [(200, (0, 1, 2, 3)), (150, (0, 2, 3)), (400, (2, 3))]),
        ((30, 100, 100), (NO, YES, YES), [(230, (1, 2))]),
        # what a folded seat put in above all live ones lies in the last pot
        ((100, 60, 60), (NO, YES, YES), [(220, (1, 2))]),
        ((100, 20, 60), (NO, YES, YES), [(60, (1, 2)), (120, (2,))]),
        ((30, 50, 80, 80), (YES, NO, YES, YES), [(120, (0, 2, 3)), (120, (2, 3))]),
        ((0, 70), (NO, YES), [(70, (1,))]),
    ],
)
def test_pots(paid: tuple[int, ...], live: tuple[bool, ...], expected: list[tuple[int, tuple[int, ...]]]) -> None:
    assert get_pots(paid, live) == tuple(Pot(*pot) for pot in expected)


def test_pots_hold_exactly_what_was_paid_and_later_ones_are_for_fewer() -> None:
    rng = Rng(b"pots", "random")
    for _ in range(2000):
        count = 2 + rng.randbelow(8)
        paid = [10 * rng.randbelow(40) for _ in range(count)]
        live = [chips > 0 and rng.percent_chance(70) for chips in paid]
        if not any(live):
            continue
        pots = get_pots(paid, live)
        assert sum(pot.chips for pot in pots) == sum(paid)
        assert set(pots[0].seats) == {seat for seat in range(count) if live[seat]}
        assert all(set(later.seats) < set(pot.seats) for pot, later in pairwise(pots))


@pytest.mark.parametrize(
    ("chips", "winners", "parts"),
    [(130, 2, (70, 60)), (100, 3, (40, 30, 30)), (50, 2, (30, 20)), (20, 3, (10, 10, 0)), (80, 1, (80,))],
)
def test_shares_in_whole_units(chips: int, winners: int, parts: tuple[int, ...]) -> None:
    assert split_evenly(chips, winners, 10) == parts


def test_broken_units_are_refused() -> None:
    with pytest.raises(ValueError, match="15"):
        split_evenly(15, 2, 10)
