"""What plans answer at a Lombard table (rules sheet, 12)."""

import pytest

from games.catalog.lombard import premoves, rules
from games.catalog.lombard.game import GAME
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.premoves import CallWith, DoubleUp, Premove, StepOut
from games.catalog.lombard.state import LombardState
from tests.catalog.lombard.positions import CALL, DOUBLE, FOLD, first_turn, lay, play


def answered(state: LombardState, plan: Premove) -> Move | None:
    """Return the plan's answer for the seat to move."""
    seat = state.public.turn
    assert seat is not None
    planned = premoves.answer(plan, GAME.view(state, seat), rules.legal(state, seat))
    assert planned is None or planned.remaining is None, "there is one decision in a round"
    return planned.move if planned else None


@pytest.mark.parametrize(
    ("before", "plan", "move"),
    [
        ([], StepOut(), Fold()),
        ([], CallWith(1, 0, False), Call(1)),
        ([], DoubleUp(0, False), Double()),
        ([CALL], CallWith(0, 0, False), Call(0)),
        ([DOUBLE], CallWith(0, 1, False), Call(0)),
        ([DOUBLE], CallWith(0, 0, False), Fold()),
        ([DOUBLE, DOUBLE], DoubleUp(2, False), Double()),
        ([DOUBLE, DOUBLE], DoubleUp(1, False), Fold()),
    ],
)
def test_it_goes_by_how_many_have_doubled(before: list[Move], plan: Premove, move: Move) -> None:
    assert answered(play(first_turn(4), *before), plan) == move


def test_who_is_wary_folds_before_an_opened_pair_above_the_own_cards() -> None:
    state = play(lay("K9 N2", "K7 N3", board="N9 B5 K11 K1 B8"), CALL)
    assert answered(state, CallWith(0, 0, True)) == Fold()
    assert answered(state, CallWith(0, 0, False)) == Call(0)


def test_who_is_left_alone_is_asked_where_a_plan_would_fold() -> None:
    state = play(first_turn(2, last_player_acts=True), FOLD)
    assert answered(state, StepOut()) is None
