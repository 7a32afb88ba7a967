"""The bots of Lombard Hold'em: their rules of thumb, their sums, and who beats whom."""

from typing import Any

import pytest

from games.catalog.lombard import rules
from games.catalog.lombard.bot import BOTS, beginner, choose_card_to_open, normal
from games.catalog.lombard.game import GAME
from games.catalog.lombard.hands import encode_cards
from games.catalog.lombard.moves import Move
from games.catalog.lombard.opponent_model import ACTION_PERCENTAGES, make_hole_sampler, sample_action
from games.catalog.lombard.state import LombardState
from games.catalog.lombard.win_probability import WinChances, estimate_win_chances, get_win_probability
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from games.engine.metadata import Value
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, OTHER, begin, lay, play


def decide(bot: Bot, state: LombardState, stream: str = "bot") -> Move:
    assert state.public.turn is not None
    view = GAME.view(state, state.public.turn)
    return bot(view, rules.legal(state, state.public.turn), Rng(b"bots", stream), Simulator(GAME, view))


def worth(*holes: str, board: str, moves: tuple[Move, ...] = ()) -> WinChances:
    state = play(lay(*holes, board=board), *moves)
    assert state.public.turn is not None
    return estimate_win_chances(GAME.view(state, state.public.turn), Rng(b"bots", "worth"))


def expected(**balances: tuple[int, int]) -> WinChances:
    """What seat 1 may hope for with certain balances after each decision."""
    hopes: dict[str, Any] = {
        action: pytest.approx(get_win_probability(after, 1, 16)) for action, after in balances.items()
    }
    return WinChances(**hopes)


def winner(bots: list[Bot], seed: str, **options: Value) -> int:
    """Who wins a match of these bots."""
    house, rng, state = Chance(seed.encode()), Rng(seed.encode(), "bots"), begin(len(bots), **options)
    while not rules.over(state):
        if step := rules.advance(state, house):
            state = step.state
            continue
        seat = state.public.turn
        assert seat is not None
        view = GAME.view(state, seat)
        move = bots[seat](view, rules.legal(state, seat), rng, Simulator(GAME, view))
        state = rules.apply(state, seat, move).state
    (won,) = rules.standing(state).winners
    return won


# --- the beginner ------------------------------------------------------------------------------------------------


def test_beginner_calls_a_pair_with_the_lower_card() -> None:
    assert decide(beginner, lay("K9 N3", "N2 B7", board="N9 K4 B5 K1 K11")) == OTHER
    assert decide(beginner, lay("N3 K9", "N2 B7", board="N9 K4 B5 K1 K11")) == CALL


def test_beginner_doubles_two_pair_or_better() -> None:
    assert decide(beginner, lay("K9 N4", "N2 B7", board="N9 K4 B5 K1 K11")) == DOUBLE


def test_beginner_folds_about_seven_in_ten_weak_hands() -> None:
    state = lay("K8 N2", "N3 B7", board="N9 K4 B5 K1 K11")
    folds = sum(decide(beginner, state, str(number)) == FOLD for number in range(300))
    assert 180 <= folds <= 240


def test_beginner_never_folds_when_fold_is_not_offered() -> None:
    state = play(lay("N3 B7", "N2 K8", board="N9 K4 B5 K1 K11", last_player_acts=True), FOLD)
    assert {decide(beginner, state, str(number)) for number in range(50)} == {CALL}


# --- what the normal player thinks of others ---------------------------------------------------------------------

BOARD = encode_cards(("N9", "K4", "B5"))


def test_every_kind_of_hand_does_something() -> None:
    assert [sum(row) for row in zip(*ACTION_PERCENTAGES.values(), strict=True)] == [100, 100, 100]


@pytest.mark.parametrize(("hole", "usual"), [("K8 N2", "fold"), ("K9 N3", "call"), ("K9 N4", "double")])
def test_a_rival_is_thought_to_play_like_a_beginner(hole: str, usual: str) -> None:
    first, second = hole.split()
    rng = Rng(b"bots", hole)
    assert sum(sample_action((first, second), BOARD, rng) == usual for _ in range(100)) > 55


def test_a_double_speaks_for_two_pair_and_a_call_for_a_higher_hidden_card() -> None:
    unseen = ("K8", "N2", "K9", "N4", "K1")
    rng = Rng(b"bots", "reading")
    strong = make_hole_sampler("double", None, unseen, BOARD)
    assert sum(strong(rng) == ("K9", "N4") for _ in range(100)) > 60
    hidden = [make_hole_sampler("call", "N5", unseen, BOARD)(rng)[1] for _ in range(100)]
    assert sum(card in ("K8", "K9") for card in hidden) > 70


def test_hope_grows_towards_the_target_and_shrinks_with_a_rival_near_it() -> None:
    assert (
        get_win_probability((8, 8, 8), 0, 16)
        < get_win_probability((10, 8, 8), 0, 16)
        < get_win_probability((15, 8, 8), 0, 16)
        < 1
    )
    assert get_win_probability((8, 15, 8), 0, 16) < get_win_probability((8, 11, 12), 0, 16)


# --- the normal player -------------------------------------------------------------------------------------------


def test_a_royal_is_worth_the_whole_pot() -> None:
    # 1 in the pot, 1 paid by the rival, and the own coin comes back; it cannot lose
    royal = worth("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5", moves=(CALL,))
    assert royal == expected(call=(7, 10), double=(7, 11), fold=(9, 8))


def test_a_certain_loss_costs_the_payment_and_swells_the_rivals_pot() -> None:
    # the rival opened a prince beside the two on the table: the best that nothing can be
    hopeless = worth("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5", moves=(CALL,))
    assert hopeless == expected(call=(10, 7), double=(12, 6), fold=(9, 8))


def test_without_debts_nobody_falls_below_nothing() -> None:
    options: dict[str, Value] = {"track_debt": False}
    state = play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5", balances=(8, 1), **options), CALL)
    hopeless = estimate_win_chances(GAME.view(state, 1), Rng(b"bots", "worth"))
    assert hopeless == expected(call=(10, 0), double=(12, 0), fold=(9, 1))


def test_normal_plays_the_strong_hand_and_drops_the_hopeless_one() -> None:
    assert decide(normal, play(lay("N2 K3", "P4 P6", board="P8 K7 K8 K9 N5"), CALL)) == DOUBLE
    assert decide(normal, play(lay("P4 K1", "N2 K3", board="P8 P6 B8 B5 N5"), CALL)) == FOLD


@pytest.mark.parametrize(("rival", "move"), [(8, FOLD), (14, DOUBLE)])
def test_normal_denies_the_last_coins_to_a_rival(rival: int, move: Move) -> None:
    """Weak against a DOUBLE, it folds; not if the pot would end the match."""
    state = play(lay("N8 B6", "N2 K1", board="K4 K6 B7 N9 K5", balances=(rival, 8)), DOUBLE)
    assert decide(normal, state) == move


def test_normal_takes_the_free_coin_when_alone() -> None:
    state = play(lay("N3 B7", "N2 K8", board="N9 K4 B5 K1 K11", last_player_acts=True), FOLD)
    assert decide(normal, state) == DOUBLE


@pytest.mark.parametrize(
    ("hole", "kept"),
    [("P4 K10", "P4"), ("K10 P4", "P4"), ("K9 N2", "K9"), ("N2 K9", "K9"), ("K3 N10", "N10"), ("N9 K11", "N9")],
)
def test_normal_opens_the_card_thattells_least(hole: str, kept: str) -> None:
    """No prince, none that pairs with the table, else the lower one."""
    cards = tuple(hole.split())
    assert cards[1 - choose_card_to_open(cards, ("B5", "B7", "N9" if "N9" not in cards else "K9"))] == kept


@pytest.mark.parametrize(
    ("seats", "bound", "matches"), [(2, 0.55, 60), pytest.param(4, 0.26, 120, marks=pytest.mark.slow)]
)
def test_normal_beats_beginners(seats: int, bound: float, matches: int) -> None:
    """Seat-balanced; the bound is well below the measured share (about 0.66 and 0.31) and above an even one."""
    wins = 0
    for number in range(matches):
        bots = [BOTS["beginner"]] * seats
        bots[number % seats] = BOTS["normal"]
        wins += winner(bots, f"duel {number}") == number % seats
    assert wins / matches > bound
