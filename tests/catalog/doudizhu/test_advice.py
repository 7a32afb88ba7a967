"""Advice: the clear best move comes first, a blunder costs a lot, and every question has an answer."""

import pytest

from games.catalog.doudizhu import rules
from games.catalog.doudizhu.bots.advice import advise
from games.catalog.doudizhu.bots.bot import normal
from games.catalog.doudizhu.game import GAME
from games.catalog.doudizhu.moves import Move, Pass
from games.catalog.doudizhu.state import DoudizhuState
from games.engine.advice import Advice
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from games.engine.metadata import Value
from games.kit.seats import replace_at
from tests.catalog.states import but

from .play import SETUPS
from .positions import ACCEPT, PASS, REFUSE, asked, auction, begin, cards, hands, house, lay, play, table


def ask(state: DoudizhuState, *also: Move, seed: str = "advice", effort: int = 1) -> Advice[Move]:
    view = GAME.view(state, asked(state))
    advice = advise(view, rules.legal(state, view.me), Rng(b"advice", seed), Simulator(GAME, view), effort, also)
    assert all(rules.legal(state, view.me).contains(rating.move) for rating in advice.ratings)
    return advice


def costs_clearly(advice: Advice[Move], blunder: Move) -> bool:
    cost = advice.cost_of(blunder)
    assert cost
    return cost[0] > 4 * cost[1] and cost[0] > 0


def test_the_sure_play_comes_first() -> None:
    """Nothing beats the joker, and the pair goes out after it; led first, the pair is beaten by a last pair."""
    advice = ask(table("3 3 B", "8 8", "9 9 5", "4 4"), lay("3 3"))
    assert advice.best == lay("B")
    assert costs_clearly(advice, lay("3 3"))


def test_the_landlord_is_not_let_out() -> None:
    """He holds one card; a pair he can't beat, a 3 he can."""
    state = play(table("5 K", "9 9 J", "4 4 J", "3 7 7 Q"), lay("5"), lay("Q"), PASS, PASS, PASS)
    advice = ask(state, lay("3"))
    assert advice.best == lay("7 7")
    assert costs_clearly(advice, lay("3"))


def test_going_out_wins_in_every_world() -> None:
    advice = ask(table("9 9 9 J J", "8 8 8", "A 3", "4 6"), lay("9"))
    assert advice.best == lay("9 9 9 J J")
    assert advice.ahead == advice.worlds
    assert advice.ratings[0].value == 3000


def test_a_hopeless_deal_is_lost_whatever_is_played() -> None:
    """A joker left against two others' last cards, which nothing the landlord leads keeps from being played."""
    state = table("3 3 4 6 8 8 10", "B", "2", "B")
    advice = ask(state)
    assert advice.ahead is not None
    assert advice.ahead < advice.worlds // 3


def test_a_hand_of_bombs_is_worth_accepting() -> None:
    good = auction()
    good = but(good, hand=replace_at(hands(good), 0, cards("3 3 3 3 3 3 5 5 5 5 5 5 9 9 9 9 9 K K K K K A A A")))
    advice = ask(good)
    assert advice.best == ACCEPT
    assert costs_clearly(advice, REFUSE)


def test_a_hand_in_pieces_is_not() -> None:
    bad = auction()
    bad = but(bad, hand=replace_at(hands(bad), 0, cards("3 3 4 5 5 6 8 8 9 10 10 J J Q Q K K 3 4 6 7 7 9 9 J")))
    bad = but(bad, face_up="3")
    advice = ask(bad, effort=3)  # one deal is worth six chips or costs them: that takes more worlds to be sure of
    assert advice.best == REFUSE
    value, error = advice.cost_of(ACCEPT) or (0, 0)
    assert value > 2 * error > 0


def test_the_same_chance_gives_the_same_advice() -> None:
    state = play(table("3 3 4 6 8 8 10 10", "7 B", "2 5 5", "B K"), lay("3 3"))
    once = ask(state)
    assert ask(state) == once
    assert ask(state, effort=2).worlds == 2 * once.worlds


def test_moves_asked_for_are_rated() -> None:
    low = lay("8")
    advice = ask(table("3 3 4 6 8 8 10 10", "7 B", "2 5 5", "B K"), low)
    assert advice.rating_of(low)
    assert len({rating.move for rating in advice.ratings}) == len(advice.ratings)


@pytest.mark.parametrize("number", range(3))
def test_every_question_of_a_match_has_advice(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every kind of table; with few worlds, for time's sake."""
    monkeypatch.setattr("games.catalog.doudizhu.bots.advice.WORLDS", 2)
    monkeypatch.setattr("games.catalog.doudizhu.bots.advice.AUCTION_WORLDS", 2)
    options: dict[str, Value] = SETUPS[number][0] | {"deals": 1}
    chance, rng, asked_in = Chance(b"advised"), Rng(b"advised", "normal"), set()
    state = house(begin(**options), chance)[0]
    while not rules.over(state):
        view, legal = GAME.view(state, asked(state)), rules.legal(state, asked(state))
        move = normal(view, legal, rng, Simulator(GAME, view))
        if sum(len(getattr(part, "plays", getattr(part, "moves", ()))) for part in legal) > 1:
            advice = ask(state, move)
            assert advice.rating_of(move)
            asked_in.add((state.public.phase, isinstance(move, Pass)))
        state = house(rules.apply(state, view.me, move).state, chance)[0]
    assert {phase for phase, _ in asked_in} == {"auction", "play"}
