"""What the strong player makes of positions in which the best move is clear, and of all others that come up."""

import pytest

from games.catalog.crown import rules
from games.catalog.crown.bots.advice import WORLDS
from games.catalog.crown.bots.bot import strong
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
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.catalog.crown.state import CrownState
from games.engine.advice import Advice
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from games.engine.simulator import OutOfTimeError
from tests.catalog.crown.play import SETUPS
from tests.catalog.crown.positions import A, O, cards, draft, legal_moves, played, start, turn, until_asked


def advise(state: CrownState, seat: int = A, also: tuple[Move, ...] = (), seed: str = "") -> Advice[Move]:
    view, legal = GAME.view(state, seat), rules.legal(state, seat)
    assert GAME.adviser is not None
    return GAME.adviser(view, legal, Rng(b"crown advice", seed), Simulator(GAME, view), 1, also)


SEEN = played(turn("K6 N1", "B4 N1", (2, 8)), (A, Attack()), (O, Yield()))

CLEAR = [  # position, seat, best, blunder
    (turn("P3 N2", "K5", (0, 9)), A, Reveal(), EndTurn()),
    (turn("N2 K2", "B3 K2", (8, 8)), A, Nobles(2), EndTurn()),
    (turn("N3 K1", "B3 K2", (8, 8), mode="adjusted"), A, Nobles(3), EndTurn()),
    (turn("B3 K1", "B3 K2", (9, 9)), A, Bishops(3), EndTurn()),
    (until_asked(SEEN)[0], A, Take("B"), Take("N")),
    (played(turn("K3 N1", "B4 K2", (6, 5)), (A, Attack())), O, Defend(), Yield()),
    (played(turn("B4 K4", "K2", (7, 7)), (A, EndTurn())), A, Discard(cards("B1 K3")), Discard(cards("B3 K1"))),
    (draft("B2 K2", "K2 N1", "B1 N1 K1", vp=(9, 9)), A, Keep("B"), Keep("K")),
    (draft("P2 K2", "K2 N1", "K1 N1 P1", vp=(5, 5)), A, Keep("P"), Keep("N")),
    (played(draft("K2", "N1 B2 K2", "K1 N1 B1", (5, 5), mode="solo"), (0, Keep("N"))), A, Give("K"), Give("B")),
    (turn("K3 N1", "B3 N2", (3, 8), mode="solo"), A, Attack(), EndTurn()),
]


@pytest.mark.parametrize(("state", "seat", "best", "blunder"), CLEAR)
def test_a_clear_move_comes_first(state: CrownState, seat: int, best: Move, blunder: Move) -> None:
    advice = advise(state, seat, (blunder,))
    assert advice.best == best
    cost = advice.cost_of(blunder)
    assert cost is not None
    assert cost[0] > 4 * cost[1]


@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_every_question_has_an_answer(options: dict[str, int | str | bool], seats: int) -> None:
    """The strong move first, then by value, and the one asked for among them; in matches of moves at random."""
    chance, state, rng, phases = Chance(b"advice"), start(**options), Rng(b"advice", str(options)), list[str]()
    while not rules.over(state):
        if step := rules.advance(state, chance):
            state = step.state
            continue
        seat = min(rules.waiting_on(state))
        moves, move = legal_moves(state, seat), rules.legal(state, seat).sample(rng)
        if len(moves) > 1 and state.public.phase not in phases:
            phases.append(state.public.phase)
            check(advise(state, seat, (move,)), state, seat, move)
        state = rules.apply(state, seat, move).state
    assert {"keep", "act"} < set(phases)


def check(advice: Advice[Move], state: CrownState, seat: int, move: Move) -> None:
    view, legal = GAME.view(state, seat), rules.legal(state, seat)
    assert advice.best == strong(view, legal, Rng(b"any", ""), Simulator(GAME, view))
    assert advice.rating_of(move) is not None
    assert all(legal.contains(rating.move) for rating in advice.ratings)
    assert len({rating.move for rating in advice.ratings}) == len(advice.ratings) > 1
    values = [rating.value for rating in advice.ratings]
    assert values[1:] == sorted(values[1:], reverse=True)
    assert all(0 <= value <= 1000 * state.public.options.target_points for value in values)
    assert advice.worlds == WORLDS
    assert advice.ahead is not None
    assert 0 <= advice.ahead <= advice.worlds


def test_the_same_chance_gives_the_same_advice() -> None:
    state = draft("B2 K2 N1", "K2 N3", "B1 N1 K1", vp=(4, 5))
    assert advise(state, seed="one") == advise(state, seed="one") != advise(state, seed="two")


def test_it_looks_at_nothing_the_seat_does_not_know() -> None:
    """Another hand of the other's, with as many cards."""
    assert advise(turn("K3 B2 N2", "K4 N1", (3, 3))) == advise(turn("K3 B2 N2", "B3 N2", (3, 3)))


def test_it_can_be_stopped() -> None:
    state = draft("B2 K2 N1", "K2 N3", "B1 N1 K1")
    view, legal = GAME.view(state, A), rules.legal(state, A)
    assert GAME.adviser is not None
    with pytest.raises(OutOfTimeError):
        GAME.adviser(view, legal, Rng(b"x", ""), Simulator(GAME, view, lambda: False), 1, ())


def test_a_pick_is_looked_at_from_the_others_side() -> None:
    offered = played(draft("K4", "B2 K2", "N1 B1 K1", vp=(3, 7)), (A, Keep("N")))
    assert advise(offered, O).best == Pick("B")
