"""The betting of section 3.3 and its options: limits, rests, calls of nothing, all-ins, rounds without betting."""

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.happenings import Happening, NoBetting
from games.catalog.get9.moves import AllIn, Choose, Move, Open, Raise
from games.catalog.get9.state import Get9State
from games.engine.errors import IllegalMoveError
from games.engine.legal_moves import Amount
from tests.catalog.get9.positions import (
    CALL,
    CHECK,
    FOLD,
    OPEN,
    RAISE,
    A,
    B,
    C,
    D,
    betting,
    cards,
    changed,
    play,
    refused,
    start,
    until_asked,
)

ALL_IN = AllIn()


def types(state: Get9State, seat: int) -> set[str]:
    return {kind for part in rules.legal(state, seat) for kind in part.types}


@pytest.mark.parametrize("chips", [10, 15, 20, 30])
def test_start_chips(chips: int) -> None:
    assert start(4, start_chips=chips).public.chips == (chips,) * 4


@pytest.mark.parametrize(("limit", "most"), [(3, 3), (5, 5), (10, 10), (0, 15)])
def test_bet_limit(limit: int, most: int) -> None:
    state = betting(bet_limit=limit)
    assert rules.legal(state, A).sets == (Amount(Open, "chips", 1, most),)
    assert rules.legal(play(state, (A, OPEN[1])), B).of("raise") == Amount(Raise, "to", 2, most)


def test_own_chips_limit_a_bet() -> None:
    state = changed(betting(), chips={A: 2, B: 4})
    assert rules.legal(state, A).sets == (Amount(Open, "chips", 1, 2),)
    assert rules.legal(play(state, (A, OPEN[1])), B).of("raise") == Amount(Raise, "to", 2, 4)


def test_a_limit_per_match_counts_the_highest_stake_of_who_is_in() -> None:
    state = betting(2, points=(9, 0, 0))
    spread = changed(state, pots={A: 2, B: 3, C: 4}, statuses={C: "folded"}, phase="score")
    (spread, _) = until_asked(spread)
    assert spread.public.cap == 2
    assert rules.legal(spread, A).of("raise") == Amount(Raise, "to", 1, 2)


def test_a_limit_per_round_begins_anew() -> None:
    state = betting(bet_limit_per="round")
    state = play(state, (A, OPEN[5]), (B, CALL), (C, CALL))
    state = cards(state, "555")
    assert (state.public.round, state.public.cap, state.public.turn) == (2, 5, B)


def test_at_the_limit_a_round_has_no_betting() -> None:
    state = cards(play(betting(), (A, OPEN[5]), (B, CALL), (C, CALL)), "555")
    assert (state.public.round, state.public.phase) == (3, "choose")
    assert NoBetting(3, "limit") in last_cards(state)[1]


def last_cards(state: Get9State) -> tuple[Get9State, list[Happening]]:
    """Everyone plays the third round; return its public happenings until the next decision."""
    for seat in (A, B, C):
        state = rules.apply(state, seat, Choose("7")).state
    return until_asked(state)


def test_without_final_betting_the_third_round_pays_at_once() -> None:
    state = betting(2, points=(9, 0, 0), final_round_betting=False)
    state, happenings = last_cards(play(state, (A, CHECK), (B, CHECK), (C, CHECK)))
    assert NoBetting(3, "option") in happenings
    assert (state.public.match, state.public.round) == (2, 1)


def test_one_player_able_to_bet_is_not_asked() -> None:
    state = changed(betting(2), statuses={B: "all-in", C: "all-in"}, chips={B: 0, C: 0}, phase="score")
    state, happenings = until_asked(state)
    assert NoBetting(2, "alone") in happenings
    assert (state.public.round, state.public.phase) == (3, "choose")


def test_the_last_one_in_plays_on_against_the_dealer() -> None:
    state = play(betting(), (A, OPEN[2]), (B, FOLD), (C, FOLD))
    assert (state.public.round, rules.waiting_on(state)) == (2, frozenset({A}))
    state = cards(state, "5")
    assert (state.public.round, rules.waiting_on(state)) == (3, frozenset({A}))
    state = cards(state, "7")
    assert state.public.match == 2


def test_a_raise_asks_everybody_who_owes_again_in_order() -> None:
    state = betting(seats=4)
    for seat, move in ((A, OPEN[1]), (B, CALL), (C, RAISE[3]), (D, CALL), (A, FOLD), (B, RAISE[4]), (C, CALL)):
        assert rules.waiting_on(state) == {seat}
        state = play(state, (seat, move))
    assert rules.waiting_on(state) == {D}
    state = play(state, (D, CALL))
    assert (state.public.pots, state.public.round) == ((1, 4, 4, 4), 2)


@pytest.mark.parametrize("free", [True, False])
def test_a_call_of_nothing(free: bool) -> None:
    state = betting(2, free_call=free)
    assert ("call" in types(state, A)) is free
    if not free:
        assert refused(state, A, CALL) == "nothing-to-call"
        return
    state = play(state, (A, CALL), (B, RAISE[2]), (C, CALL))
    assert rules.waiting_on(state) == {A}, "who stays in may be asked for more"


@pytest.mark.parametrize("locks_out", [True, False])
def test_who_rests_is_asked_again_only_without_the_lock(locks_out: bool) -> None:
    state = play(betting(2, check_locks_out=locks_out), (A, CHECK), (B, RAISE[2]), (C, CALL))
    if locks_out:
        assert (state.public.round, state.public.statuses) == (3, ("active",) * 3)
    else:
        assert types(state, A) == {"call", "fold", "raise"}


def test_everybody_may_rest() -> None:
    state = play(betting(2), (A, CHECK), (B, CHECK))
    assert types(state, C) == {"call", "check", "fold"}, "nobody is left who could answer a raise"
    state = play(state, (C, CHECK))
    assert (state.public.round, state.public.phase, state.public.pots) == (3, "choose", (0, 0, 0))


def test_the_last_one_in_does_not_bet_any_more() -> None:
    state = play(betting(2), (A, FOLD), (B, FOLD))
    assert (state.public.round, rules.waiting_on(state)) == (3, frozenset({C}))


def test_nobody_left_to_raise() -> None:
    state = changed(betting(2), chips={C: 1})
    state = play(state, (A, CHECK), (B, RAISE[2]))
    assert types(state, C) == {"all-in", "fold"}
    alone = changed(play(betting(), (A, OPEN[1]), (B, FOLD)), statuses={A: "all-in"}, chips={A: 0})
    assert types(alone, C) == {"call", "fold"}
    assert refused(alone, C, RAISE[2]) == "nobody-to-raise"


def test_all_in_is_for_who_cannot_call() -> None:
    state = play(changed(betting(), chips={B: 1, C: 2}), (A, OPEN[2]))
    assert types(state, B) == {"all-in", "fold"}
    state = play(state, (B, ALL_IN))
    assert types(state, C) == {"call", "fold"}, "two chips are enough to call and none are left to raise"
    state = play(state, (C, CALL))
    assert state.public.statuses == ("active", "all-in", "all-in")
    assert (state.public.chips, state.public.pots) == ((13, 0, 0), (2, 1, 2))
    assert rules.waiting_on(state) == {A, B, C}, "all of them play on"


def test_an_all_in_raise_is_answered_and_the_raiser_is_not_asked_again() -> None:
    state = play(changed(betting(), chips={B: 2}), (A, OPEN[1]), (B, RAISE[2]), (C, RAISE[4]))
    assert rules.waiting_on(state) == {A}
    state = play(state, (A, CALL))
    assert (state.public.round, state.public.statuses[B]) == (2, "all-in")


@pytest.mark.parametrize(
    ("state", "seat", "move", "code", "params"),
    [
        (betting(), B, OPEN[1], "not-your-turn", {}),
        (betting(), A, OPEN[0], "too-little", {"min": 1}),
        (betting(), A, OPEN[6], "too-much", {"max": 5}),
        (betting(), A, FOLD, "open-first", {}),
        (betting(), A, CALL, "open-first", {}),
        (betting(), A, CHECK, "open-first", {}),
        (play(betting(), (A, OPEN[2])), B, CHECK, "check-owes", {"owed": 2}),
        (play(betting(), (A, OPEN[2])), B, OPEN[3], "already-open", {}),
        (play(betting(), (A, OPEN[2])), B, RAISE[2], "too-little", {"min": 3}),
        (play(betting(), (A, OPEN[2])), B, RAISE[6], "too-much", {"max": 5}),
        (play(betting(), (A, OPEN[2])), B, ALL_IN, "can-call", {"owed": 2}),
        (betting(2), A, ALL_IN, "can-call", {"owed": 0}),
        (betting(2, free_call=False), A, ALL_IN, "nothing-to-call", {}),
        (play(betting(), (A, OPEN[5])), B, RAISE[6], "no-raise-left", {"max": 5}),
        (play(changed(betting(), chips={B: 1}), (A, OPEN[3])), B, CALL, "cannot-call", {"owed": 3, "chips": 1}),
        (play(changed(betting(), chips={B: 1}), (A, OPEN[3])), B, RAISE[4], "no-raise-left", {"max": 1}),
        (play(betting(), (A, OPEN[2]), (B, FOLD)), B, CALL, "not-in-match", {}),
    ],
)
def test_a_refusal_says_why(state: Get9State, seat: int, move: Move, code: str, params: dict[str, int]) -> None:
    assert refused(state, seat, move) == code
    with pytest.raises(IllegalMoveError) as info:
        rules.apply(state, seat, move)
    assert info.value.params == params
