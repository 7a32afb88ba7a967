"""The bots of Dilemma Hold'em: their information, their moves with given hands, and their strength."""

from dataclasses import replace

import pytest

from games.arena.statistics import wilson
from games.catalog.dilemma import rules
from games.catalog.dilemma.bots.bot import BOTS, beginner, make_move, normal, strong
from games.catalog.dilemma.bots.chances import Chances, rate_hand
from games.catalog.dilemma.bots.situations import classify
from games.catalog.dilemma.bots.spots import CHOICES, HALF, Spot, get_target, list_choices, make_spot
from games.catalog.dilemma.bots.strategy import load_table
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.moves import AllIn, Bet, Check, Fold, Move, Raise
from games.catalog.dilemma.state import DilemmaState
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from tests.bench.dilemma.deals import Hand, make_boards
from tests.bench.dilemma.match import contest, play_strong
from tests.bench.dilemma.table import Stakes, Table
from tests.bench.dilemma.training import make_player, play_normal
from tests.catalog.dilemma.positions import (
    ALL_IN,
    BOARD,
    CALL,
    CHECK,
    FOLD,
    asked,
    begin,
    flop,
    house,
    lay,
    play,
    until,
)  # fmt: skip
from tests.catalog.dilemma.scripts import SCRIPTS, Script, compete
from tests.catalog.dilemma.scripts import play as play_script
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


def chances(state: DilemmaState) -> Chances:
    view = GAME.view(state, state.public.turn)
    return rate_hand(view, Rng(b"bots", "chances"), 400)


def spot_of(state: DilemmaState) -> Spot:
    return make_spot(GAME.view(state, state.public.turn), *chances(state))


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


# --- what they look at ------------------------------------------------------------------------------------------


def test_the_nuts_win_always_and_bring_their_bonus() -> None:
    assert chances(river("G8 G7", "U3 G4", board="G6 F2 G10 G9 U1")) == Chances(chance=1000, now=1000, bonus=500)


def test_a_hand_on_the_board_is_shared_at_best() -> None:
    spot = chances(river("U3 G4", "B3 F4", board="G6 F7 B8 U9 G10"))
    assert spot.chance <= 500
    assert spot.bonus == 150


def test_a_draw_is_worth_more_than_it_is_now() -> None:
    draw = chances(lay(flop(1000, 1000), "G9 G10", "U3 G4", board="G2 G5 B7 U1 F3"))
    spot = chances(lay(flop(1000, 1000), "U7 F7", "U3 G4", board="G2 G5 B7 U1 F3"))
    assert draw.chance > draw.now + 100
    assert spot.chance < spot.now


def test_a_spot_tells_the_price_and_who_is_left() -> None:
    state = play(lay(flop(1000, 1000, 500), "G9 F3", "U3 G4", "B1 U8"), CHECK, Bet(40))
    spot = spot_of(state)
    assert (spot.street, spot.rivals, spot.pot, spot.earlier, spot.to_call) == (1, 2, 100, 60, 40)
    assert (spot.least, spot.max_bet, spot.acted, spot.last) == (80, 500, False, False)
    assert get_target(spot, HALF) == 40 + 70
    back = play(state, CALL)
    assert spot_of(back).acted
    assert spot_of(back).last


@pytest.mark.parametrize("seats", [2, 4])
def test_the_quick_table_asks_as_the_game_does(seats: int) -> None:
    """The spots that the bots learn from are those that they meet, all through a hand."""
    hand = Hand((500,) * 4, (500,) * 4, (75,) * 4, 1, 50)
    for number in range(30):
        rng, state = Rng(b"spots", str(number)), asked(seats, dealer=number % seats)
        table = Table.deal([hand] * seats, (1000,) * seats, number % seats, Stakes(20, 20, 100))
        while state.public.phase == "bets" and state.public.hand == 1:
            spot = make_spot(GAME.view(state, state.public.turn), 500, 500, 75)
            assert (state.public.turn, spot) == (table.turn, table.spot())
            choice = rng.choice(list_choices(spot))
            table.choose(spot, choice)
            view, legal = GAME.view(state, state.public.turn), rules.legal(state, state.public.turn)
            state = house(play(state, make_move(view, legal, spot, choice)))[0]
        assert table.turn < 0


# --- normal and strong -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [normal, strong])
def test_air_is_given_up_to_a_big_bet(bot: Bot) -> None:
    air = play(river("F9 B9", "U3 G4", board="G9 F2 B7 U10 G8"), Bet(500))
    assert sum(isinstance(move, Fold) for move in decisions(bot, air, 40)) >= 36


@pytest.mark.parametrize("bot", [normal, strong])
def test_the_nuts_are_never_given_up(bot: Bot) -> None:
    state = river("U3 G4", "G8 G7", board="G6 F2 G10 G9 U1", stacks=(1000, 60))
    assert set(decisions(bot, play(state, Bet(50)), 40)) <= {CALL, ALL_IN}


def test_a_pair_of_ones_does_not_pay_three_pots() -> None:
    """It did before: its chance was counted against any two cards."""
    state = play(river("U3 G4", "F1 B1", board="G3 F6 B9 U10 G8"), Bet(120))
    assert sum(isinstance(move, Fold) for move in decisions(normal, state)) >= 90


def test_normal_calls_the_more_the_smaller_the_bet() -> None:
    state = river("U3 G4", "F8 B4", board="G2 F5 B9 U10 G8")
    calls = [sum(move == CALL for move in decisions(normal, play(state, Bet(to)))) for to in (20, 60, 1000)]
    assert calls[0] > calls[1] > calls[2] == 0


def test_normal_calls_for_a_bonus_what_the_pot_alone_does_not_pay() -> None:
    usual = play(river("U3 G4", "F8 B4", board="G2 F5 B9 U10 G8"), Bet(100))
    generous = but(usual, options=replace(usual.public.options, bonus_table="100,400,400,400,400,400,400,400,500"))
    usual_calls, generous_calls = (
        sum(move == CALL for move in decisions(normal, state)) for state in (usual, generous)
    )
    assert usual_calls < 60
    assert generous_calls > 90


@pytest.mark.parametrize("hand", ["F10 B10", "F2 B3"])
def test_the_best_and_the_worst_bet_alike(hand: str) -> None:
    """One in eight of the worst hands bets, most of the best do: the sizes do not tell which."""
    state = lay(flop(1000, 1000), hand, "U3 G4", board="G10 F6 B8 U1 G5")
    sizes = [move.to if isinstance(move, Bet) else 0 for move in decisions(normal, state, 500)]
    bets = [size for size in sizes if size]
    assert {20, 40} <= set(bets)
    assert 40 <= 100 * bets.count(40) // len(bets) <= 75


def test_normal_lies_in_wait_now_and_then() -> None:
    state = lay(flop(1000, 1000), "F10 B10", "U3 G4", board="G10 F6 B8 U1 G5")
    assert sum(move == CHECK for move in decisions(normal, state, 200)) in range(4, 40)


@pytest.mark.parametrize(("bet", "seldom"), [(40, True), (200, False)])
def test_normal_seeks_the_showdown_where_the_bonus_is_large(bet: int, seldom: bool) -> None:
    """Three of a kind bring 100 dollars: less than the pot of 440, and more than seven tenths of that of 120."""
    state = until(flop(1000, 1000), Bet(bet), CALL, CHECK, CHECK)
    state = lay(state, "F10 B10", "U3 G4", board="G10 F6 B8 U1 G5")
    bets = sum(isinstance(move, Bet) for move in decisions(normal, state))
    assert bets <= 35 if seldom else bets >= 80


def test_normal_raises_good_cards_at_a_large_table_too() -> None:
    """It hardly did before: every rival counted as if it stayed."""
    state = lay(asked(4), "U3 G4", "B1 U8", "F2 G6", "F10 B10")
    assert state.public.turn == 3
    assert sum(isinstance(move, Raise | AllIn) for move in decisions(normal, state)) >= 80


@pytest.mark.parametrize("bot", [normal, strong])
def test_nobody_folds_for_free_before_the_river(bot: Bot) -> None:
    state = lay(flop(1000, 1000), "U3 G4", "G9 F3")
    assert not any(isinstance(move, Fold) for move in decisions(bot, state, 50))


def test_bots_answer_an_all_in() -> None:
    state = play(lay(flop(500, 1000), "U3 G4", "F9 B9", board="G9 F2 B7 U10 G8"), ALL_IN)
    for bot in (normal, strong):
        assert set(decisions(bot, state, 20)) <= {CALL, FOLD}


def winners(bots: list[Bot], seed: str) -> tuple[int, ...]:
    """Return the winner of a match of these bots."""
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
    """Seat-balanced. docs/bots/dilemma.md has what it comes to over many matches."""
    won = 0
    for number in range(matches):
        bots: list[Bot] = [beginner] * seats
        bots[number % seats] = normal
        won += winners(bots, f"duel {number}") == (number % seats,)
    assert won >= least


# --- rules of thumb ----------------------------------------------------------------------------------------------


@pytest.fixture(params=SCRIPTS, ids=lambda script: script.__name__)
def script(request: pytest.FixtureRequest) -> Script:
    chosen_script: Script = request.param
    return chosen_script


@pytest.fixture(scope="module")
def boards() -> list[list[Hand]]:
    return make_boards(60)


def test_normal_stands_up_to_rules_of_thumb(script: Script, boards: list[list[Hand]]) -> None:
    """At the quick table. It may be that the rule wins no more than 55 %."""
    matches = 60
    assert wilson(contest(boards, make_player(script), play_normal, matches), matches)[0] <= 0.55


def test_strong_stands_up_to_rules_of_thumb(script: Script, boards: list[list[Hand]]) -> None:
    matches = 60
    assert wilson(contest(boards, make_player(script), play_strong, matches), matches)[0] <= 0.5


def test_strong_beats_normal_at_the_quick_table(boards: list[list[Hand]]) -> None:
    matches = 400
    assert wilson(contest(boards, play_strong, play_normal, matches), matches)[0] >= 0.55


@pytest.mark.slow
def test_no_rule_of_thumb_wins_more_than_55_percent(script: Script) -> None:
    """At real tables."""
    statistics = play_script(script, "normal", 60)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] <= 0.55


@pytest.mark.slow
def test_strong_beats_normal() -> None:
    statistics = compete("strong", "normal", 300)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] > 0.53
    four = compete("strong", "normal", 60, seats=4)
    assert wilson(four.wins, four.matches)[0] > 0.25


def test_strong_has_looked_at_what_comes_up() -> None:
    """Of the situations of a match most are in its table, and it changes what normal would do in many."""
    met, known_count = 0, 0
    for number in range(40):
        rng, state = Rng(b"met", str(number)), asked(2, dealer=number % 2)
        while state.public.phase == "bets" and state.public.hand == 1:
            spot = spot_of(state)
            met, known_count = met + 1, known_count + (classify(spot) in load_table())
            state = house(play(state, decide(strong, state, str(rng.randbelow(999)))))[0]
    assert known_count > met // 4


def test_the_table_is_sound() -> None:
    choices = load_table().values()
    assert len(choices) > 1000
    assert set(choices) == set(range(CHOICES))


def test_the_levels() -> None:
    assert list(BOTS) == ["beginner", "normal", "strong"]
