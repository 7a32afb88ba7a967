"""What the advice says of positions with a clear best move, and that it has an answer to every other."""

from games.catalog.get9 import rules
from games.catalog.get9.bots.advice import advise
from games.catalog.get9.bots.bot import strong
from games.catalog.get9.game import GAME
from games.catalog.get9.moves import Check, Choose, Fold, Move, Raise, Split
from games.catalog.get9.state import Get9State
from games.engine.advice import Advice
from games.engine.chance import Rng
from games.engine.game import Simulator
from tests.catalog.get9.positions import (
    CALL,
    CHECK,
    DULL,
    FOLD,
    OPEN,
    RAISE,
    A,
    B,
    C,
    betting,
    changed,
    piles,
    play,
    split,
    start,
)
from tests.catalog.get9.test_table import matches

IN = {A: 2, B: 2, C: 2}  # chips in the pots
LEFT = {A: 13, B: 13, C: 13}


def ask(state: Get9State, seat: int, *also: Move, effort: int = 1) -> Advice[Move]:
    view = GAME.view(state, seat)
    return advise(view, rules.legal(state, seat), Rng(b"get9", "advice"), Simulator(GAME, view), effort, also)


def assert_blunder(advice: Advice[Move], move: Move) -> None:
    """It gives away more than chance would make of it."""
    cost = advice.cost_of(move)
    assert cost is not None
    assert cost[0] > 4 * cost[1]


def last_bets(*points: int) -> Get9State:
    """After the last cards, with two chips of everyone in the pots."""
    return changed(betting(3, points=points), pots=IN, chips=LEFT)


def test_a_sure_winner_stays_and_a_sure_loser_goes() -> None:
    state = play(last_bets(9, 20, 0), (A, CHECK), (B, RAISE[2]))
    loser = ask(state, C)
    assert loser.best == FOLD
    assert loser.ahead == 0
    assert_blunder(loser, CALL)
    winner = ask(play(last_bets(0, 9, 20), (A, CHECK), (B, RAISE[2])), C)
    assert winner.best in (CALL, *RAISE.values())
    assert winner.ahead == winner.worlds
    assert_blunder(winner, FOLD)


def test_what_is_free_is_not_given_up() -> None:
    advice = ask(last_bets(20, 9, 0), A, FOLD)
    assert advice.best != FOLD
    assert_blunder(advice, FOLD)
    assert Fold() not in {rating.move for rating in ask(last_bets(20, 9, 0), A).ratings}


def test_the_only_card_that_can_still_win_is_played() -> None:
    """Of the last pile, 8, 7 and 4, only the 4 leaves enough to overtake 14 points."""
    state = changed(betting(2, points=(0, 14, 0)), pots=IN, chips=LEFT)
    state = play(state, (A, Check()), (B, Check()), (C, Check()))
    advice = ask(state, A, effort=12)
    assert advice.best == Choose("4")
    for card in "78":
        assert_blunder(advice, Choose(card))


def test_a_hopeless_place_is_no_place_for_chips() -> None:
    """Behind by seventeen points, with two rounds to come."""
    state = play(betting(points=(17, 0, 13)), (A, OPEN[5]))
    advice = ask(state, B)
    assert advice.best == FOLD
    assert_blunder(advice, CALL)


def test_a_bad_split_is_told_from_a_good_one() -> None:
    bad = Split(piles("159 267 348"))
    state = split(start(), "123 456 789", "", "", "")
    advice = ask(state, A, bad, effort=4)
    assert isinstance(advice.best, Split)
    assert_blunder(advice, bad)
    named = Split(piles("689 457 123"), "8")
    assert ask(state, A, named).rating_of(named)


def test_the_first_is_what_strong_does() -> None:
    for state in (last_bets(9, 20, 0), betting(points=(5, 4, 4)), split(start(), "123 456 789", *[DULL] * 3)):
        view, legal = GAME.view(state, A), rules.legal(state, A)
        assert strong(view, legal, Rng(b"get9", "advice"), Simulator(GAME, view)) == ask(state, A).best


def test_the_same_chance_gives_the_same_advice() -> None:
    assert ask(betting(), A) == ask(betting(), A)


def test_every_position_has_advice() -> None:
    """Also where a seat may choose before it is asked, and with moves outside the search."""
    question_count, kinds = 0, set()
    for at, (state, seat, move, _) in enumerate(matches(1)):
        if seat is None or move is None or at % 17:
            continue
        question_count += 1
        kinds.add(move.type)
        advice = ask(state, seat, move)
        legal = rules.legal(state, seat)
        assert all(legal.contains(rating.move) for rating in advice.ratings)
        assert advice.rating_of(move)
        assert advice.ahead is not None
        assert 0 <= advice.ahead <= advice.worlds
    assert question_count > 20
    assert kinds >= {"split", "choose"}


def test_amounts_asked_for_are_looked_at() -> None:
    state = play(betting(points=(9, 5, 4)), (A, OPEN[1]))
    assert ask(state, B, Raise(4)).rating_of(Raise(4))
