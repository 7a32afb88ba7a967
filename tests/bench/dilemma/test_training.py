"""The quick table pays what the game pays, and training finds clearly better choices."""

from random import Random

from games.catalog.dilemma.bots.bot import make_move
from games.catalog.dilemma.bots.spots import FOLD, STAY, Spot, list_choices
from games.catalog.dilemma.game import GAME
from tests.bench.dilemma.deals import ORDER, Hand
from tests.bench.dilemma.table import Stakes, Table
from tests.bench.dilemma.training import Learner, Record, Seating, measure, play_out
from tests.catalog.dilemma.positions import asked, lay, next_step, play

BOARD = "G2 F5 B7 U9 G10"
HOLES = ("G9 F3", "F10 B9", "B5 U1", "U3 G4")
STAKES = Stakes(20, 20, 100)


def make_hand(holes: str) -> Hand:
    """Return a hand that counts at the showdown; its chances don't matter here."""
    value = ORDER.best(ORDER.codes((holes + " " + BOARD).split()))
    bonus = {"high-card": 50, "pair": 50, "two-pair": 100, "straight": 150}[ORDER.category(value)]
    return Hand((500,) * 4, (500,) * 4, (75,) * 4, value, bonus)


def test_it_pays_as_the_game_does() -> None:
    """Random hands of four with unequal stacks, side pots and all."""
    hands, starts = [make_hand(holes) for holes in HOLES], (1000, 400, 700, 60)
    for seed in range(60):
        random = Random(seed)
        state = lay(asked(4, dealer=seed % 4, stacks=starts), *HOLES, board=BOARD)
        table = Table.deal(hands, starts, seed % 4, STAKES)
        while table.turn >= 0:
            spot, view = table.spot(), GAME.view(state, state.public.turn)
            choice = random.choice(list_choices(spot))
            move = make_move(view, GAME.rules.legal(state, state.public.turn), spot, choice)
            table.choose(spot, choice)
            state = play(state, move)
            while state.public.turn < 0 and state.public.phase not in ("blinds", "over"):
                state = next_step(state).state
        gains = [chips - start for chips, start in zip(state.public.betting.stacks, starts, strict=True)]
        assert table.results(starts) == gains


def always_fold(spot: Spot, random: Random) -> int:
    return FOLD if spot.to_call else STAY


def always_call(spot: Spot, random: Random) -> int:
    return STAY


def test_who_never_defends_is_robbed() -> None:
    hands, starts = [make_hand(HOLES[3]), make_hand(HOLES[1])], [1000, 1000]
    learner, random = Learner(), Random(1)
    for _ in range(3):
        for number in range(150):
            table = Table.deal(hands, starts, number % 2, STAKES)
            learner.learn(table, Seating(0, [always_fold] * 2, starts, random))
        learner.improve()
    won = []
    for number in range(40):
        table = Table.deal(hands, starts, number % 2, STAKES)
        play_out(table, [learner.play, always_fold], random)
        won.append(table.results(starts)[0])
    assert sum(won) > 0  # with the worse hand


def test_a_choice_must_be_better_beyond_chance() -> None:
    record = Record()
    for number in range(30):
        record.add(STAY, 10 if number % 2 else -9)
        record.add(FOLD, 5 + number % 2)
    assert record.find_better() == FOLD
    assert Record().find_better() == -1


def test_a_better_player_is_measured_as_one() -> None:
    """Folding everything against calling everything."""
    board = [make_hand(holes) for holes in HOLES]
    mean, error = measure(always_fold, always_call, [board], 2, 4000, 1)
    assert mean < -2 * error
