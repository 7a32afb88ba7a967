"""Turns, limits and refusals in real rounds (sections 3 and 4)."""

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.cards import DECK
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.happenings import BetMade, BlindPosted, Called, Checked, HandBegan, Raised
from games.catalog.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.state import DilemmaState
from games.engine.chance import Chance
from games.engine.game import to_everyone
from games.engine.legal_moves import Amount, Choice
from tests.catalog.dilemma.positions import (
    ALL_IN,
    CALL,
    CHANCE,
    CHECK,
    FOLD,
    asked,
    begin,
    flop,
    holes,
    house,
    next_step,
    play,
    refused,
    until,
)
from tests.catalog.states import but


def choices(state: DilemmaState) -> tuple[Move, ...]:
    part = rules.legal(state, state.public.turn).sets[0]
    assert isinstance(part, Choice)
    return part.moves


def test_any_seat_may_be_the_first_dealer() -> None:
    steps = [rules.advance(begin(3), Chance(bytes([n]))) for n in range(30)]
    dealers = {step.state.public.dealer for step in steps if step}
    assert dealers == {0, 1, 2}


def test_blinds_are_posted_before_the_cards_are_dealt() -> None:
    first = next_step(begin(3))
    dealer = first.state.public.dealer
    blinds = next_step(first.state)
    small, big = (dealer + 1) % 3, (dealer + 2) % 3
    assert blinds.happenings == (
        to_everyone(HandBegan(1, dealer)),
        to_everyone(BlindPosted(small, "small", 10, all_in=False)),
        to_everyone(BlindPosted(big, "big", 20, all_in=False)),
    )
    assert holes(blinds.state) == ((),) * 3
    deal = next_step(blinds.state)
    deck = CHANCE.shuffled("hand/1/deck", DECK)
    assert holes(deal.state) == (deck[0:2], deck[2:4], deck[4:6])
    assert [happening.to for happening in deal.happenings] == [(0,), (1,), (2,)]


def test_the_marker_passes_over_seats_without_chips() -> None:
    state = asked(4, dealer=0, stacks=(1000, 0, 1000, 2000))
    assert state.public.betting.paid == (0, 0, 10, 20)
    after, _ = house(play(state, FOLD, FOLD))
    assert (after.public.hand, after.public.dealer) == (2, 2)
    assert after.public.betting.paid == (20, 0, 0, 10)
    assert holes(after)[1] == ()


def test_casino_blinds_of_two() -> None:
    state = asked(2, dealer=0, heads_up_blinds="casino")
    assert state.public.betting.paid == (10, 20)
    assert state.public.turn == 0
    assert until(state, CALL, CHECK).public.turn == 1
    late = asked(3, dealer=2, stacks=(0, 1500, 1500), heads_up_blinds="casino")
    assert (late.public.betting.paid, late.public.turn) == ((0, 20, 10), 2)


def test_casino_blinds_are_for_two_only() -> None:
    state = asked(3, dealer=0, heads_up_blinds="casino")
    assert (state.public.betting.paid, state.public.turn) == ((0, 10, 20), 0)


# --- short blinds ------------------------------------------------------------------------------------------------


def test_a_short_big_blind_is_all_in_and_the_others_owe_it_in_full() -> None:
    state = asked(3, dealer=0, stacks=(1000, 1000, 10))
    assert state.public.betting.paid == (0, 10, 10)
    assert rules.legal(state, 0).of("raise") == Amount(Raise, "to", 40, 1000, 10)
    called = play(state, CALL)
    assert called.public.betting.paid == (20, 10, 10)
    assert rules.legal(called, 1).contains(Raise(40))


def test_who_is_all_in_by_a_blind_is_dealt_in() -> None:
    state = asked(3, dealer=0, stacks=(1000, 10, 1000))
    assert [len(hole) for hole in holes(state)] == [2, 2, 2]
    assert state.public.betting.stacks[1] == 0


def test_a_small_blind_that_covers_a_short_big_blind_is_not_asked() -> None:
    """No one has a decision: the hands are opened and the board is dealt immediately, until the next hand."""
    state = asked(2, dealer=0, stacks=(10, 1990))
    assert state.public.phase == "over" or state.public.hand == 2
    assert state.public.last is not None
    assert len(state.public.last.hands) == 2


def test_a_lone_player_with_chips_answers_an_all_in_but_cannot_raise_it() -> None:
    state = asked(3, dealer=0, stacks=(1000, 10, 20))
    assert state.public.turn == 0
    assert choices(state) == (Call(), Fold())
    assert rules.legal(state, 0).of("raise") is None


# --- legal moves -----------------------------------------------------------------------------------------------------


def test_moves_before_and_after_a_bet() -> None:
    state = flop(1000, 1000)
    assert choices(state) == (Check(), AllIn(), Fold())
    assert rules.legal(state, 0).sets[1] == Amount(Bet, "to", 20, 1000, 10)
    after = play(state, Bet(40))
    assert choices(after) == (Call(), AllIn(), Fold())
    assert rules.legal(after, 1).sets[1] == Amount(Raise, "to", 80, 1000, 10)
    assert not rules.legal(after, 0)


def test_folding_is_accepted_even_where_a_check_is_free() -> None:
    assert flop(1000, 1000, 1000).public.betting.live.count(True) == 3
    assert play(flop(1000, 1000, 1000), FOLD).public.betting.live == (False, True, True)


@pytest.mark.parametrize(
    ("stacks", "moves", "told"),
    [
        ((1000, 60), [Bet(200)], Called(1, 60, all_in=True)),
        ((60, 1000), [], BetMade(0, 60, all_in=True)),
        ((1000, 60), [Bet(20)], Raised(1, 60, all_in=True)),
        ((1000, 60), [Bet(50)], Raised(1, 60, all_in=True)),  # short: the step is 50
        ((10, 1000), [], BetMade(0, 10, all_in=True)),  # below the minimum
    ],
)
def test_all_in_is_a_call_bet_or_raise(stacks: tuple[int, ...], moves: list[Move], told: object) -> None:
    state = play(flop(*stacks), *moves)
    assert [happening.happening for happening in rules.apply(state, state.public.turn, ALL_IN).happenings] == [told]


def test_calls_bets_and_raises_say_so() -> None:
    state = play(flop(1000, 300, 1000), CHECK, Bet(300))
    assert [happening.happening for happening in rules.apply(state, 2, CALL).happenings] == [
        Called(2, 300, all_in=False)
    ]
    assert [happening.happening for happening in rules.apply(state, 2, Raise(600)).happenings] == [
        Raised(2, 600, all_in=False)
    ]
    assert [happening.happening for happening in rules.apply(flop(40, 40), 0, CHECK).happenings] == [Checked(0)]
    assert [happening.happening for happening in rules.apply(flop(40, 40), 0, Bet(40)).happenings] == [
        BetMade(0, 40, all_in=True)
    ]


def test_a_short_all_in_closes_raising_for_who_has_acted() -> None:
    state = play(flop(1000, 1000, 130, 1000), Bet(100), CALL, ALL_IN)
    assert rules.legal(state, 3).of("raise") == Amount(Raise, "to", 230, 1000, 10)
    closed = play(state, CALL)
    assert closed.public.turn == 0
    assert choices(closed) == (Call(), Fold())
    assert refused(closed, Raise(300)) == ("raising-closed", {})
    assert refused(closed, ALL_IN) == ("raising-closed", {})


def test_a_short_all_in_reopens_by_option() -> None:
    state = play(flop(1000, 1000, 130, 1000, reopen_after_short_all_in=True), Bet(100), CALL, ALL_IN, CALL)
    assert rules.legal(state, 0).of("raise") == Amount(Raise, "to", 230, 1000, 10)
    assert AllIn() in choices(state)


def test_a_stack_below_the_smallest_raise_may_only_go_all_in() -> None:
    state = play(flop(1000, 150, 1000), Bet(100))
    assert choices(state) == (Call(), AllIn(), Fold())
    assert len(rules.legal(state, 1).sets) == 1
    assert refused(state, Raise(150)) == ("only-all-in", {"min": 200})
    assert play(state, ALL_IN).public.betting.step == 100


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ([], CALL, ("nothing-to-call", {})),
        ([], Raise(40), ("no-bet-yet", {})),
        ([], Bet(10), ("too-little", {"min": 20})),
        ([], Bet(1010), ("too-much", {"max": 1000})),
        ([], Bet(25), ("not-a-multiple", {"min": 20, "step": 10})),
        ([], Bet(-40), ("too-little", {"min": 20})),
        ([Bet(40)], CHECK, ("bet-to-match", {"chips": 40})),
        ([Bet(40)], Bet(80), ("already-a-bet", {})),
        ([Bet(40)], Raise(70), ("too-little", {"min": 80})),
        ([Bet(40)], Raise(1010), ("too-much", {"max": 1000})),
        ([Bet(40)], Raise(85), ("not-a-multiple", {"min": 80, "step": 10})),
        ([ALL_IN], Raise(1500), ("others-all-in", {})),
    ],
)
def test_refusals(moves: list[Move], move: Move, reason: tuple[str, dict[str, int]]) -> None:
    assert refused(play(flop(1000, 1000), *moves), move) == reason


def test_all_in_over_an_all_in_is_refused_with_more_chips() -> None:
    state = play(flop(500, 1000), ALL_IN)
    assert refused(state, ALL_IN) == ("others-all-in", {})
    assert choices(state) == (Call(), Fold())


def test_out_of_turn_and_after_the_end() -> None:
    state = flop(1000, 1000)
    assert refused(state, CHECK, seat=1) == ("not-your-turn", {})
    assert refused(begin(2), CHECK, seat=0) == ("not-your-turn", {})
    assert refused(but(state, phase="over", turn=-1), CHECK, seat=0) == ("match-over", {})


def test_a_timeout_checks_or_folds() -> None:
    state = flop(1000, 1000)
    assert rules.safe_move(state, 0, CHANCE) == Check()
    assert rules.safe_move(play(state, Bet(40)), 1, CHANCE) == Fold()
    big_blind = play(asked(2, dealer=0), CALL)
    assert rules.safe_move(big_blind, big_blind.public.turn, CHANCE) == Check()


# --- rounds ------------------------------------------------------------------------------------------------------


def test_four_rounds_deal_three_one_and_one_card_and_burn_none() -> None:
    state = asked(2, dealer=0)
    deck = state.hidden.deck
    counts = []
    state = until(state, CALL, CHECK)
    for _ in range(3):
        counts.append(len(state.public.board))
        assert state.public.board == deck[: len(state.public.board)]
        state = until(state, CHECK, CHECK)
    assert counts == [3, 4, 5]


def test_every_round_begins_with_the_big_blind_as_step() -> None:
    state = until(play(flop(1000, 1000, 1000), Bet(100), CALL), CALL)
    assert len(state.public.board) == 4
    assert rules.legal(state, 0).of("bet") == Amount(Bet, "to", 20, 900, 10)


def test_every_hand_has_a_deck_of_its_own() -> None:
    first = asked(2, dealer=0)
    second, _ = house(play(first, FOLD))
    assert second.public.hand == 2
    assert holes(second) != holes(first)


def test_when_nobody_can_bet_any_more_all_hands_are_opened_and_the_board_is_run_out() -> None:
    state = play(flop(500, 500, 1000), ALL_IN, FOLD, CALL)
    steps = []
    while state.public.phase not in ("blinds", "over"):
        step = next_step(state)
        state = step.state
        steps.append([happening.happening.type for happening in step.happenings])
    assert steps[:4] == [["hole-opened"] * 2, ["community-opened"], ["community-opened"], ["hand-shown"] * 2]


def test_a_side_pot_is_still_bet_for() -> None:
    state = until(play(flop(100, 1000, 1000), ALL_IN, CALL), CALL)
    assert (state.public.phase, len(state.public.board), state.public.turn, state.public.opened) == ("bets", 4, 1, ())
    assert GAME.view(state, None).public.pots[0].chips == 60 + 300
