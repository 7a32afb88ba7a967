"""What the lesson on the auction says holds: by the rules, and of its hands by how bots play them to the end, in worlds
that agree with all that the learner knows."""

from functools import cache

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.bot import normal
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Accept, Move, Refuse
from games.catalog.doudizhu.ranks import SUITED
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from games.practice.lessons.play import open_step, play_answer
from games.practice.lessons.reader import get_lesson

ME, DEALS = 0, 60
STRONG, WEAK, BOMBS = 1, 2, 3  # steps
ACCEPT, REFUSE = Accept(), Refuse()


def scene(step: int) -> DoudizhuState:
    lesson = get_lesson("doudizhu", "auction")
    assert lesson
    return open_step(lesson, step).state


@cache
def gains(step: int, first: Move) -> tuple[int, ...]:
    """The learner's chips, deal by deal, after that answer."""
    view = GAME.view(scene(step), ME)
    worlds = (GAME.imagine(view, Rng(b"auction", f"{step}/{n}")) for n in range(DEALS))
    return tuple(play_out(rules.apply(world, ME, first).state, n) for n, world in enumerate(worlds))


def play_out(state: DoudizhuState, n: int) -> int:
    rng = Rng(b"bots", str(n))
    while state.public.last is None:
        if step := rules.advance(state, Chance(b"none is asked")):
            state = step.state
            continue
        (seat,) = rules.waiting_on(state)
        view = GAME.view(state, seat)
        state = rules.apply(state, seat, normal(view, rules.legal(state, seat), rng, Simulator(GAME, view))).state
    return state.public.last.gains[ME]


def won(step: int, first: Move) -> float:
    return sum(gain > 0 for gain in gains(step, first)) / DEALS


def test_the_bombs_are_counted_right() -> None:
    hands = [scene(step).own[ME].hand for step in (STRONG, WEAK, BOMBS)]
    assert [sum(hand.count(rank) >= 4 for rank in SUITED) for hand in hands] == [4, 0, 4]


@pytest.mark.parametrize(("step", "landlord", "rate", "limited"), [(1, 0, 2, ()), (2, 3, 1, (0,)), (3, 0, 1, (1, 2))])
def test_what_the_auction_comes_to(step: int, landlord: int, rate: int, limited: tuple[int, ...]) -> None:
    lesson = get_lesson("doudizhu", "auction")
    assert lesson
    public = play_answer(lesson, step).state.public
    assert (public.landlord, public.turn, public.rate) == (landlord, landlord, rate)
    assert tuple(seat for seat, bombs_left in enumerate(public.bombs_left) if bombs_left == 1) == limited


def test_the_landlord_wins_or_loses_three_times_the_rate_and_a_farmer_once() -> None:
    assert set(gains(STRONG, ACCEPT)) == set(gains(WEAK, ACCEPT)) == {6, -6}
    assert set(gains(BOMBS, ACCEPT)) == {3, -3}
    assert set(gains(WEAK, REFUSE)) >= {1, -1}


@pytest.mark.parametrize("step", [STRONG, BOMBS])
def test_with_four_bombs_the_landlord_wins_most_deals_and_gains_more_than_by_refusing(step: int) -> None:
    assert won(step, ACCEPT) > 0.6
    assert sum(gains(step, ACCEPT)) > sum(gains(step, REFUSE)) + DEALS // 2


def test_the_weak_hand_loses_most_deals_alone() -> None:
    assert won(WEAK, ACCEPT) < 0.3
    assert sum(gains(WEAK, REFUSE)) > sum(gains(WEAK, ACCEPT)) + 2 * DEALS
