"""The bots of Dilemma Hold'em: their rules of thumb, their sums, and who beats whom."""

from dataclasses import replace

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.bot import BOTS, Odds, beginner, normal, odds
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.moves import AllIn, Bet, Check, Fold, Move
from games.catalog.dilemma.state import DilemmaState
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from tests.catalog.dilemma.positions import ALL_IN, BOARD, CALL, CHECK, asked, begin, flop, lay, play, until
from tests.catalog.states import but


def decide(bot: Bot, state: DilemmaState, stream: str = "bot") -> Move:
    view = GAME.view(state, state.public.turn)
    legal = rules.legal(state, state.public.turn)
    move = bot(view, legal, Rng(b"bots", stream), Simulator(GAME, view))
    assert legal.contains(move)
    return move


def decisions(bot: Bot, state: DilemmaState, count: int = 100) -> list[Move]:
    return [decide(bot, state, str(number)) for number in range(count)]


def river(*holes: str, board: str = BOARD, stacks: tuple[int, ...] = (1000, 1000)) -> DilemmaState:
    """The first decision after the last community card."""
    state = flop(*stacks)
    for _ in range(2):
        state = until(state, *(CHECK,) * len(stacks))
    return lay(state, *holes, board=board)


def shares(state: DilemmaState) -> Odds:
    return odds(GAME.view(state, state.public.turn), Rng(b"bots", "odds"))


# --- the beginner ------------------------------------------------------------------------------------------------


def test_beginner_calls_with_a_pair() -> None:
    state = play(river("U3 G4", "G9 F3"), Bet(500))
    assert not any(isinstance(move, Fold) for move in decisions(beginner, state))


def test_beginner_folds_air_to_big_bets_only() -> None:
    big = decisions(beginner, play(river("G9 F3", "U3 G4"), Bet(500)))
    assert sum(isinstance(move, Fold) for move in big) > 80
    small = decisions(beginner, play(lay(flop(1000, 1000, 1000), "G9 F3", "U3 G4", "B1 U8"), Bet(20)))
    assert sum(isinstance(move, Fold) for move in small) in range(10, 40)


def test_beginner_plays_most_hands() -> None:
    state = lay(asked(3, dealer=0), "U3 G4", "G9 F9", "B1 U8")
    assert sum(isinstance(move, Fold) for move in decisions(beginner, state, 200)) in range(20, 80)


def test_beginner_raises_one_time_in_ten_whatever_it_holds() -> None:
    state = river("U3 G4", "G9 F3")
    bets = sum(isinstance(move, Bet) for move in decisions(beginner, state, 300))
    assert 15 <= bets <= 50
    assert all(isinstance(move, Bet | Check) for move in decisions(beginner, state))


# --- the normal player -------------------------------------------------------------------------------------------


def test_the_nuts_win_always_and_bring_their_bonus() -> None:
    assert shares(river("G8 G7", "U3 G4", board="G6 F2 G10 G9 U1")) == Odds(win=1, bonus=500)


def test_a_hand_on_the_board_is_shared_at_best() -> None:
    found = shares(river("U3 G4", "B3 F4", board="G6 F7 B8 U9 G10"))
    assert found == Odds(win=0.5, bonus=75)


def test_more_rivals_leave_smaller_chances() -> None:
    alone = shares(lay(flop(1000, 1000), "G9 F3", "U3 G4"))
    four = shares(lay(flop(1000, 1000, 1000, 1000), "G9 F3", "U3 G4", "B1 U8", "B3 F4"))
    assert alone.win > four.win + 0.15


def test_normal_bets_the_nuts_and_folds_air_to_a_big_bet() -> None:
    nuts = river("G8 G7", "U3 G4", board="G6 F2 G10 G9 U1")
    assert decide(normal, nuts) == Bet(40)  # the pot
    air = play(river("F9 B9", "U3 G4", board="G9 F2 B7 U10 G8"), Bet(500))
    assert decide(normal, air) == Fold()


def test_normal_calls_for_a_bonus_what_the_pot_alone_does_not_pay() -> None:
    usual = play(river("U3 G4", "F3 B10", board="G2 F5 B7 U9 G5"), Bet(40))
    generous = but(usual, options=replace(usual.public.options, bonus_table="100,200,100,100,150,200,200,300,500"))
    assert (decide(normal, usual), decide(normal, generous)) == (Fold(), CALL)


def test_normal_goes_all_in_with_the_nuts_and_a_short_stack() -> None:
    state = river("U3 G4", "G8 G7", board="G6 F2 G10 G9 U1", stacks=(1000, 60))
    assert decide(normal, play(state, Bet(50))) == AllIn()


def test_normal_never_folds_for_free() -> None:
    state = river("U3 G4", "G9 F3")
    assert all(isinstance(move, Check | Bet) for move in decisions(normal, state, 50))


def test_bots_answer_an_all_in() -> None:
    state = play(lay(flop(500, 1000), "U3 G4", "F9 B9", board="G9 F2 B7 U10 G8"), ALL_IN)
    assert decide(normal, state) == CALL


def winners(bots: list[Bot], seed: str) -> tuple[int, ...]:
    """Who wins a match of these bots."""
    house, rng, state = Chance(seed.encode()), Rng(seed.encode(), "bots"), begin(len(bots))
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            view = GAME.view(state, state.public.turn)
            legal = rules.legal(state, state.public.turn)
            move = bots[state.public.turn](view, legal, rng, Simulator(GAME, view))
            step = rules.apply(state, state.public.turn, move)
        state = step.state
    return rules.standing(state).winners


@pytest.mark.parametrize(("seats", "matches", "least"), [(2, 40, 24), pytest.param(4, 32, 11, marks=pytest.mark.slow)])
def test_normal_beats_beginners(seats: int, matches: int, least: int) -> None:
    """Seat-balanced. Over many matches it wins 79 % and 55 %; an even share would be 20 and 8."""
    won = 0
    for number in range(matches):
        bots: list[Bot] = [beginner] * seats
        bots[number % seats] = normal
        won += winners(bots, f"duel {number}") == (number % seats,)
    assert won >= least


def test_there_are_the_two_levels() -> None:
    assert set(BOTS) == {"beginner", "normal"}
