"""What the bots do with given hands, and that the normal one is clearly the stronger."""

import pytest

from games.catalog.crown import rules
from games.catalog.crown.bot import beginner, normal
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
from games.engine.chance import Chance, Rng
from games.engine.game import Bot, Simulator
from games.engine.metadata import Value
from tests.catalog.crown.positions import A, O, cards, draft, played, start, turn, until_asked

BOTH = pytest.mark.parametrize("bot", [beginner, normal])


def decide(bot: Bot, state: CrownState, seat: int = A, seed: str = "bot") -> Move:
    view = GAME.view(state, seat)
    legal = rules.legal(state, seat)
    move = bot(view, legal, Rng(b"crown", seed), Simulator(GAME, view))
    assert legal.contains(move)
    return move


@BOTH
def test_three_princes_are_shown(bot: Bot) -> None:
    assert decide(bot, turn("P3 N2")) == Reveal()
    assert decide(bot, turn("N2", "P3", reveal_princes_any_time=True), O) == Reveal()


@BOTH
def test_bishops_and_nobles_are_cashed(bot: Bot) -> None:
    assert decide(bot, turn("B4")) == Bishops(4)
    assert decide(bot, turn("B3 P2")) == Bishops(4, pair=True)
    assert decide(bot, turn("N2")) == Nobles(2)
    assert decide(bot, turn("N4 K1", mode="adjusted")) == Nobles(4)


@BOTH
def test_knights_defend(bot: Bot) -> None:
    attacked = played(turn("K3", "K2 B3", (0, 5)), (A, Attack()))
    assert decide(bot, attacked, O) == Defend()
    assert decide(bot, played(turn("K3", "B3"), (A, Attack())), O) == Yield()


@BOTH
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


def test_the_normal_bot_completes_sets_and_withholds_them() -> None:
    assert decide(normal, draft("N1 K2", "", "K1 N1 B1")) == Keep("N")
    assert decide(normal, draft("B3 K2", "", "K1 N1 B1")) == Keep("B")
    shared = played(draft("K2", "B3 N4", "K1 N1 B1", mode="solo"), (0, Keep("N")))
    assert decide(normal, shared, 0) == Give("K")


def test_the_normal_bot_attacks_where_points_are() -> None:
    rich = turn("K3 N1", "B1 N1 K1", (2, 6))
    assert decide(normal, rich) == Attack()
    poor = turn("K3 N1", "B1 N1", (0, 0))
    assert decide(normal, poor) == EndTurn()


def test_the_normal_bot_takes_points_before_numbers() -> None:
    hand = until_asked(played(turn("K3", "N2 K3 B3", (0, 3)), (A, Attack()), (O, Yield())))[0]
    assert decide(normal, hand) == Take("B")


def test_the_normal_bot_wins_with_nobles_when_it_can() -> None:
    assert decide(normal, turn("N3 K1", vp=(8, 0), mode="adjusted")) == Nobles(3)


def winner(bots: tuple[Bot, Bot], seed: int, **options: Value) -> int:
    chance, state, decisions = Chance(f"match/{seed}".encode()), start(**options), 0
    while not rules.over(state):
        if step := rules.advance(state, chance):
            state = step.state
            continue
        seat = min(rules.waiting_on(state))
        decisions += 1
        move = decide(bots[seat], state, seat, f"{seed}/{decisions}")
        state = rules.apply(state, seat, move).state
    return rules.standing(state).winners[0]


@pytest.mark.parametrize("mode", ["classic", "adjusted"])
def test_normal_beats_beginner(mode: str) -> None:
    won = sum(winner((normal, beginner), seed, mode=mode) == 0 for seed in range(30))
    won += sum(winner((beginner, normal), seed, mode=mode) == 1 for seed in range(30))
    assert won >= 38  # 73 % and 87 % over many matches
