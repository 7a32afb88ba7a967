"""What strong makes of positions with one clearly best move, and that it has an answer to every one."""

import pytest

from games.catalog.dilemma import rules
from games.catalog.dilemma.bots.advice import Advice, Worth, advise, draw_worlds
from games.catalog.dilemma.bots.bot import strong
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.metadata import METADATA
from games.catalog.dilemma.moves import Bet, Move, Raise
from games.catalog.dilemma.state import DilemmaState
from games.engine.chance import Rng
from games.engine.game import Simulator
from games.engine.metadata import Value
from tests.catalog.dilemma.play import SETUPS
from tests.catalog.dilemma.positions import ALL_IN, CALL, CHECK, FOLD, asked, flop, house, lay, play, until

BOARD = "G1 F5 B8 U10 G6"


def ask(state: DilemmaState, *also: Move, seed: str = "advice", effort: int = 1) -> Advice:
    view, legal = GAME.view(state, state.public.turn), rules.legal(state, state.public.turn)
    return advise(view, legal, Rng(b"dilemma", seed), Simulator(GAME, view), effort, also)


def river(*holes: str, board: str = BOARD, stacks: tuple[int, ...] = (1000, 1000)) -> DilemmaState:
    state = flop(*stacks)
    for _ in range(2):
        state = until(state, *(CHECK,) * len(stacks))
    return lay(state, *holes, board=board)


def assert_blunder(advice: Advice, move: Move) -> None:
    cost = advice.cost_of(move)
    assert cost is not None
    assert cost[0] > 4 * cost[1]


def test_the_nuts_call_and_giving_them_up_is_a_blunder() -> None:
    state = play(river("U3 G4", "F10 B10", board="G1 F5 B8 U10 G10"), Bet(500))
    advice = ask(state)
    assert advice.best in (CALL, ALL_IN)
    assert advice.ahead == advice.worlds
    assert_blunder(advice, FOLD)


def test_air_is_given_up() -> None:
    state = play(river("F10 B10", "F2 B3"), ALL_IN)
    advice = ask(state)
    assert advice.best == FOLD
    assert_blunder(advice, CALL)


def test_a_bonus_is_not_chased_away() -> None:
    """Folding to an all-in leaves 500 dollars in the bank: with four cards of a straight flush on the board."""
    state = river("G8 G7", "U3 G4", board="G6 F2 G10 G9 U1")
    advice = ask(state)
    assert advice.best != ALL_IN
    assert_blunder(advice, ALL_IN)
    assert_blunder(advice, FOLD)


def test_a_showdown_that_can_not_be_won_is_avoided() -> None:
    """The dilemma: at the end checking costs the penalty."""
    state = river("F2 B3", "U9 G9", "F10 B10", "U8 F8", stacks=(1000,) * 4)
    advice = ask(state, effort=2)
    rated = {rating.move: rating.value for rating in advice.ratings}
    assert rated[FOLD] > rated[CHECK]


def test_moves_asked_for_are_rated_in_the_same_worlds() -> None:
    state = river("U3 G4", "F10 B10")
    advice = ask(state, Bet(130), FOLD)
    assert advice.cost_of(Bet(130)) is not None
    assert advice.cost_of(FOLD) is not None
    assert advice.cost_of(Raise(130)) is None
    assert advice.cost_of(advice.best) == (0, 0)


def test_the_same_chance_gives_the_same_advice() -> None:
    state = asked(3)
    assert ask(state) == ask(state)
    assert ask(state) != ask(state, seed="other")


def test_effort_multiplies_the_worlds() -> None:
    state = play(river("U3 G4", "F10 B10"), Bet(500))
    assert ask(state, effort=2).worlds == 2 * ask(state).worlds


def test_who_bets_much_is_thought_to_hold_much() -> None:
    """The worlds that are looked at fit the bet: weak hands are rarer among them after a big one."""

    def mean_chance(state: DilemmaState) -> int:
        view, rng = GAME.view(state, state.public.turn), Rng(b"dilemma", "worlds")
        worth, sim = Worth(view.public.options, rng), Simulator(GAME, view)
        worlds = draw_worlds(view, rng, sim, worth, 100)
        holes = [sim.view(world.state, 1 - view.me).mine.cards for world in worlds]
        return sum(worth.get_chance(cards, view.public.board) for cards in holes) // len(holes)

    before = river("U3 G4", "F9 B7")
    assert mean_chance(play(before, CHECK)) < mean_chance(before) < mean_chance(play(before, Bet(40)))


@pytest.mark.parametrize(("options", "seats"), SETUPS)
def test_there_is_advice_in_every_round(options: dict[str, Value], seats: int) -> None:
    """On the first decision of each street of a hand that strong plays, and on one that answers a raise."""
    rng, state = Rng(b"dilemma", f"setup {seats}"), house(rules.setup(METADATA.clean_options(options), seats))[0]
    looked_at = set[tuple[int, bool]]()
    while state.public.hand == 1 and not rules.over(state):
        seat, public = state.public.turn, state.public
        view, legal = GAME.view(state, seat), rules.legal(state, seat)
        moment = (len(public.board), public.betting.seen[seat] >= 0)
        if moment not in looked_at:
            looked_at.add(moment)
            also = (legal.sample(rng), FOLD)
            advice = ask(state, *also)
            assert all(legal.contains(rating.move) for rating in advice.ratings)
            assert {rating.move for rating in advice.ratings} >= set(also)
            assert len(advice.ratings) == len({rating.move for rating in advice.ratings})
        move = strong(view, legal, rng, Simulator(GAME, view))
        state = house(play(state, CHECK if move == FOLD and legal.contains(CHECK) else move))[0]
    assert looked_at
