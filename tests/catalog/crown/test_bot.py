"""What the bots do with given hands, how they fare against each other, and that no rule of thumb beats them."""

from collections import Counter
from dataclasses import replace

import pytest

from games.arena.statistics import wilson
from games.catalog.crown import rules
from games.catalog.crown.bots.bot import beginner, normal, strong
from games.catalog.crown.game import GAME
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Give,
    Keep,
    Move,
    Nobles,
    Reveal,
    Take,
    Yield,
)
from games.catalog.crown.state import CrownState
from games.engine.chance import Rng
from games.engine.game import Bot, Simulator
from tests.catalog.crown.positions import A, O, cards, draft, played, turn, until_asked
from tests.catalog.crown.scripts import SCRIPTS, compete, play
from tests.catalog.states import but

EVERY = pytest.mark.parametrize("bot", [beginner, normal, strong])
BETTER = pytest.mark.parametrize("bot", [normal, strong])
TRIES = 20


def usual(bot: Bot, state: CrownState, seat: int = A) -> Move:
    """Return its most frequent move."""
    return Counter(decide(bot, state, seat, str(seed)) for seed in range(TRIES)).most_common(1)[0][0]


def decide(bot: Bot, state: CrownState, seat: int = A, seed: str = "bot") -> Move:
    view = GAME.view(state, seat)
    legal = rules.legal(state, seat)
    move = bot(view, legal, Rng(b"crown", seed), Simulator(GAME, view))
    assert legal.contains(move)
    return move


@EVERY
def test_three_princes_are_shown(bot: Bot) -> None:
    assert decide(bot, turn("P3 N2")) == Reveal()
    assert decide(bot, turn("N2", "P3", reveal_princes_any_time=True), O) == Reveal()


@EVERY
def test_bishops_and_nobles_are_cashed(bot: Bot) -> None:
    assert decide(bot, turn("B4")) == Bishops(4)
    assert decide(bot, turn("B3 P2")) == Bishops(4, pair=True)
    assert usual(bot, turn("N2 K2", "K2 N1 B1", (4, 4))) == Nobles(2)
    assert usual(bot, turn("N4 K1", "K2 N1", (6, 4), mode="adjusted")) == Nobles(4)


@EVERY
def test_knights_defend(bot: Bot) -> None:
    attacked = played(turn("K3", "K2 B3", (0, 5)), (A, Attack()))
    assert decide(bot, attacked, O) == Defend()
    assert decide(bot, played(turn("K3", "B3"), (A, Attack())), O) == Yield()


@EVERY
def test_an_idle_hand_ends_the_turn(bot: Bot) -> None:
    assert decide(bot, turn("B2 N1 K1")) == EndTurn()


def test_the_beginner_keeps_and_takes_what_there_is_most_of() -> None:
    assert decide(beginner, draft("N3 K2", "", "K1 N1 B1")) == Keep("N")
    open_hand = until_asked(played(turn("K3", "N3 B2", (0, 1)), (A, Attack()), (O, Yield())))[0]
    assert decide(beginner, open_hand) == Take("N")
    limit = played(turn("K5 N2 B1"), (A, EndTurn()))
    assert decide(beginner, limit) == Discard(cards("K1 N2 B1"))


def test_the_beginner_attacks_by_mood() -> None:
    moves = [decide(beginner, turn("K3", "N3"), seed=str(seed)) for seed in range(100)]
    assert 30 < moves.count(Attack()) < 70


@BETTER
def test_the_others_complete_sets_and_withhold_them(bot: Bot) -> None:
    assert usual(bot, draft("B2 K2", "K2 N1", "K1 N1 B1", vp=(9, 9))) == Keep("B")
    assert usual(bot, draft("P2 K2", "K2 N1", "K1 N1 P1")) == Keep("P")
    shared = played(draft("K2", "N1 B2 K2", "K1 N1 B1", (5, 5), mode="solo"), (0, Keep("N")))
    assert usual(bot, shared, 0) == Give("K")


def test_normal_attacks_where_points_are() -> None:
    rich = turn("K3 N1", "B1 N1 K1", (2, 6))
    assert usual(normal, rich) == Attack()
    poor = turn("K3 N1", "B1 N1", (0, 0))
    assert usual(normal, poor) == EndTurn()


@BETTER
def test_the_others_take_points_before_numbers(bot: Bot) -> None:
    hand = until_asked(played(turn("K3", "N2 K1 B3", (0, 3)), (A, Attack()), (O, Yield())))[0]
    assert usual(bot, hand) == Take("B")


@BETTER
def test_the_others_win_with_nobles_when_they_can(bot: Bot) -> None:
    assert usual(bot, turn("N3 K1", vp=(8, 0), mode="adjusted")) == Nobles(3)


def test_strong_attacks_a_hand_that_it_knows_cannot_defend() -> None:
    state = played(turn("K6", "K1 N2 B3", (2, 8)), (A, Attack()), (O, Yield()), (A, Take("B")))
    assert decide(strong, state) == Attack()
    guarded = but(turn("K3 N1 B1", "K4", (2, 8)), turn=3)
    guarded = replace(guarded, own=(replace(guarded.own[A], known=cards("K4")), guarded.own[O]))
    assert decide(strong, guarded) == EndTurn()


def test_strong_takes_no_chance_that_depends_on_the_stream() -> None:
    """One question, one answer: what it does follows from what it sees."""
    state = draft("B2 K2 N1", "K2 N3", "B1 N1 K1", vp=(4, 5))
    assert len({decide(strong, state, seed=str(seed)) for seed in range(TRIES)}) == 1


@BETTER
@pytest.mark.parametrize("mode", ["classic", "adjusted"])
def test_beats_beginner(bot: Bot, mode: str) -> None:
    statistics = compete("strong" if bot is strong else "normal", "beginner", 20, mode=mode)
    assert statistics.is_flawless
    assert statistics.wins >= 25  # of 40


@BETTER
def test_stands_up_to_the_best_rule_of_thumb(bot: Bot) -> None:
    statistics = play("knights, attack for many points", "strong" if bot is strong else "normal", 30)
    assert statistics.is_flawless
    assert wilson(statistics.wins, statistics.matches)[0] <= 0.55


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize("mode", ["classic", "adjusted"])
def test_no_rule_of_thumb_wins_more_than_55_percent(script: str, level: str, mode: str) -> None:
    statistics = play(script, level, 500, mode=mode)
    assert statistics.is_flawless
    assert statistics.wins <= (0.55 if level == "normal" else 0.5) * statistics.matches


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["classic", "adjusted"])
def test_strong_beats_normal(mode: str) -> None:
    statistics = compete("strong", "normal", 700, mode=mode)
    assert wilson(statistics.wins, statistics.matches)[0] >= 0.6


@pytest.mark.slow
def test_strong_beats_the_automaton_more_often() -> None:
    strongs, normals = (compete(level, "", 500, mode="solo") for level in ("strong", "normal"))
    assert wilson(strongs.wins, strongs.matches)[0] > 1.25 * wilson(normals.wins, normals.matches)[1]


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest) -> str:
    return str(request.param)
