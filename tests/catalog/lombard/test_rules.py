"""Rules of Lombard Hold'em beyond the worked cases: turns, lone players, debts, options, ends, refusals, timeouts."""

import pytest

from games.catalog.lombard import rules
from games.catalog.lombard.hands import DECK
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.moves import Call, Move
from games.catalog.lombard.state import LombardState
from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError, InvalidOptionsError
from games.engine.metadata import Value
from tests.catalog.lombard.positions import (
    CALL,
    CHANCE,
    DOUBLE,
    FOLD,
    OTHER,
    begin,
    first_turn,
    house,
    lay,
    next_step,
    play,
    played,
)
from tests.catalog.states import but

BOARD = "K9 N9 B4 K1 K11"
WEAK, STRONG = "N2 N3", "N8 B8"


def refusal(state: LombardState, seat: int, move: Move) -> str:
    with pytest.raises(IllegalMoveError) as refused:
        rules.apply(state, seat, move)
    return refused.value.code


# --- setup and turns ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coins", [4, 8, 12])
def test_everybody_begins_with_the_starting_coins(coins: int) -> None:
    assert begin(3, start_coins=coins).public.balances == (coins,) * 3


@pytest.mark.parametrize("bad", [{"start_coins": 9}, {"target_coins": "16"}, {"last_player_acts": 1}, {"ante": 1}])
def test_other_options_are_refused(bad: dict[str, Value]) -> None:
    with pytest.raises(InvalidOptionsError):
        METADATA.clean_options(bad)


def test_presets_are_valid_and_a_crowd_plays_for_more() -> None:
    for preset in METADATA.presets:
        METADATA.clean_options(preset.options)
    crowd = next(preset for preset in METADATA.presets if preset.key == "crowd")
    assert crowd.seats is not None
    assert crowd.seats >= 7
    assert crowd.options["target_coins"] == 24


def test_every_seat_may_be_the_first_dealer_and_deals_the_first_round() -> None:
    dealers = set()
    for number in range(40):
        state, happenings = house(begin(4), Chance(str(number).encode()))
        assert happenings[0].happening.type == "first-dealer"
        assert state.public.round == 1
        assert state.public.turn == (state.public.dealer + 1) % 4
        dealers.add(state.public.dealer)
    assert dealers == {0, 1, 2, 3}


def test_deal_gives_two_cards_each_three_open_and_one_coin_from_the_supply() -> None:
    state = first_turn(5)
    assert [len(private.cards) for private in state.own] == [2] * 5
    assert len(state.public.board) == 3
    assert (state.public.pot, state.public.supplied, state.public.balances) == (1, 1, (8,) * 5)


def test_everybody_has_one_turn_clockwise_and_the_dealer_is_last() -> None:
    state = but(first_turn(4), dealer=1)
    turns = []
    for _ in range(4):
        turns.append(state.public.turn)
        state = play(state, DOUBLE)
    assert turns == [2, 3, 0, 1]
    assert rules.waiting_on(state) == frozenset()


def test_after_a_round_the_dealer_moves_left_and_all_cards_are_shuffled_again() -> None:
    state = first_turn(3)
    following, _ = house(play(state, CALL, CALL, CALL))
    assert following.public.round == 2
    assert following.public.dealer == (state.public.dealer + 1) % 3
    lying = [card for private in following.own for card in private.cards]
    assert sorted([*following.hidden.deck, *following.public.board, *lying]) == sorted(DECK)
    assert following.own != state.own


def test_each_house_step_is_a_moment_of_its_own() -> None:
    state = play(lay(STRONG, WEAK, board=BOARD), CALL, DOUBLE)
    steps = []
    for _ in range(4):
        step = next_step(state)
        state = step.state
        steps.append([happening.happening.type for happening in step.happenings])
    assert steps == [
        ["community-opened"],
        ["hand-shown", "hand-shown"],
        ["pot-won"],
        ["round-began", "dealt", "dealt", "community-opened"],
    ]


# --- what an action does -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "pot", "balance", "supplied", "opened"),
    [(CALL, 2, 7, 1, 0), (OTHER, 2, 7, 1, 1), (DOUBLE, 4, 6, 2, -1), (FOLD, 1, 8, 1, -1)],
)
def test_payments(move: Move, pot: int, balance: int, supplied: int, opened: int) -> None:
    public = play(lay(STRONG, WEAK, "K2 N4", board=BOARD), move).public
    assert public.balances == (balance, 8, 8)
    assert (public.pot, public.supplied, public.opened[0]) == (pot, supplied, opened)


def test_a_call_tells_everybody_the_card_and_a_double_tells_none() -> None:
    state = lay(STRONG, WEAK, "K2 N4", board=BOARD)
    (addressed,) = rules.apply(state, 0, OTHER).happenings
    assert addressed.to is None
    assert addressed.happening.card == "B8"  # type: ignore[attr-defined]
    (addressed,) = rules.apply(state, 0, DOUBLE).happenings
    assert [name for name in addressed.happening.__dataclass_fields__ if name != "type"] == ["seat"]


# --- lone players ------------------------------------------------------------------------------------------------


def test_last_player_wins_at_once_when_all_others_folded() -> None:
    state = play(lay(WEAK, STRONG, "K2 N4", board=BOARD), FOLD, FOLD)
    assert rules.waiting_on(state) == frozenset()
    step = next_step(state)
    assert [happening.happening.type for happening in step.happenings] == ["pot-won"]
    public = step.state.public
    assert public.balances == (8, 8, 9)
    assert len(public.board) == 3
    assert public.last is not None
    assert (public.last.winner, public.last.pot, public.last.hands) == (2, 1, ())


def test_only_player_left_after_all_turns_wins_without_showing() -> None:
    state = play(lay(WEAK, STRONG, "K2 N4", board=BOARD), FOLD, DOUBLE, FOLD)
    step = next_step(state)
    assert step.state.public.balances == (8, 10, 8)
    assert not step.state.public.shown
    assert len(step.state.public.board) == 3


def test_a_lone_player_in_the_middle_still_has_rivals_to_act() -> None:
    assert play(lay(WEAK, STRONG, "K2 N4", board=BOARD), FOLD, CALL).public.turn == 2


def test_last_player_acts_option_gives_him_his_turn_without_fold() -> None:
    state = play(lay(WEAK, STRONG, board=BOARD, last_player_acts=True), FOLD)
    assert state.public.turn == 1
    assert not rules.legal(state, 1).contains(FOLD)
    assert refusal(state, 1, FOLD) == "last-player-cannot-fold"
    doubled = played(state, DOUBLE)
    assert doubled.public.balances == (8, 10)
    assert doubled.public.last is not None
    assert doubled.public.last.hands == ()
    assert played(state, CALL).public.balances == (8, 9)


def test_last_player_acts_option_changes_nothing_while_a_rival_is_in() -> None:
    state = play(lay(WEAK, STRONG, "K2 N4", board=BOARD, last_player_acts=True), FOLD, CALL)
    assert rules.legal(state, 2).contains(FOLD)


# --- coins -------------------------------------------------------------------------------------------------------


def test_debts_grow_without_limit_and_are_settled_with_winnings() -> None:
    state = lay(WEAK, STRONG, board=BOARD, balances=(-30, 1))
    acted = play(state, DOUBLE, DOUBLE)
    assert acted.public.balances == (-32, -1)
    assert played(state, DOUBLE, DOUBLE).public.balances == (-32, 6)


def test_without_debts_borrowed_coins_are_free() -> None:
    state = lay(WEAK, STRONG, "K2 N4", board=BOARD, balances=(0, 1, 9), track_debt=False)
    acted = play(state, CALL, DOUBLE, CALL)
    assert acted.public.balances == (0, 0, 8)
    assert acted.public.pot == 1 + 1 + 3 + 1
    # the supply lent 1 to each of the first two, for good, and added 1 to the DOUBLE
    assert acted.public.supplied == state.public.supplied + 3


# --- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "short"), [(16, 11), (24, 19), (32, 27)])
def test_target_coins_end_the_match_exactly_or_above(target: int, short: int) -> None:
    for balance, ends in [(short, False), (short + 1, True), (short + 2, True)]:
        # the winner pays 1 of the pot of 5: 4 more than before
        balances = (balance, 3, 3, 3)
        dealt = lay(STRONG, WEAK, "K2 N4", "K3 N5", board=BOARD, balances=balances, target_coins=target)
        paid = played(dealt, CALL, CALL, CALL, CALL)
        assert paid.public.balances[0] == balance + 4
        assert rules.over(paid) is ends
        assert rules.standing(paid).winners == ((0,) if ends else ())


def test_nothing_happens_after_the_end() -> None:
    ended = played(lay(STRONG, WEAK, board=BOARD, balances=(14, 3)), CALL, CALL)
    assert rules.over(ended)
    assert rules.waiting_on(ended) == frozenset()
    assert rules.advance(ended, CHANCE) is None
    assert not rules.legal(ended, 0)
    assert refusal(ended, 0, FOLD) == "match-over"


def test_end_is_told_with_the_payment() -> None:
    ready = play(lay(STRONG, WEAK, board=BOARD, balances=(14, 3)), CALL, CALL)
    for _ in range(2):
        ready = next_step(ready).state
    assert [happening.happening.type for happening in next_step(ready).happenings] == ["pot-won", "match-won"]


def test_standing_shares_places() -> None:
    state = but(first_turn(4), balances=(8, 10, 8, -2))
    assert rules.standing(state).places == (2, 1, 2, 4)
    assert rules.standing(state).scores == (8, 10, 8, -2)


# --- refusals and timeouts ---------------------------------------------------------------------------------------


def test_refusals_name_the_reason_and_change_nothing() -> None:
    state = lay(STRONG, WEAK, board=BOARD)
    assert refusal(state, 1, CALL) == "not-your-turn"
    assert refusal(state, 7, CALL) == "not-your-turn"
    for card in (-1, 2):
        assert refusal(state, 0, Call(card)) == "not-among-them"
    assert state == lay(STRONG, WEAK, board=BOARD)


def test_nobody_decides_while_the_house_moves() -> None:
    assert refusal(begin(3), 0, FOLD) == "not-your-turn"
    assert refusal(play(lay(STRONG, WEAK, board=BOARD), CALL, CALL), 0, FOLD) == "not-your-turn"


def test_timeout_folds() -> None:
    assert rules.safe_move(first_turn(3), 0, CHANCE) == FOLD


def test_timeout_of_a_last_player_who_may_not_fold_calls() -> None:
    state = play(lay(WEAK, STRONG, board=BOARD, last_player_acts=True), FOLD)
    assert rules.safe_move(state, 1, CHANCE) == CALL
    assert played(state, CALL).public.balances == (8, 9)
