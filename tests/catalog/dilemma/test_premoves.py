"""What plans answer at a Dilemma table, and how long they hold."""

import pytest

from games.catalog.dilemma import premoves, rules
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.moves import Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.premoves import CallUpTo, CheckFold, Premove, RaiseOnce
from games.catalog.dilemma.state import DilemmaState
from tests.catalog.dilemma.positions import asked, flop, until


def answered(state: DilemmaState, plan: Premove) -> tuple[Move, Premove | None] | None:
    """Return the plan's answer for the seat to move, and what is left of the plan."""
    seat = state.public.turn
    planned = premoves.answer(plan, GAME.view(state, seat), rules.legal(state, seat))
    return (planned.move, planned.remaining) if planned else None  # type: ignore[return-value]


def before_the_flop() -> DilemmaState:
    """The first of three is asked to call the big blind of 20."""
    return asked(3)


def after_a_bet() -> DilemmaState:
    """A player has bet 40 after the flop, for which all had paid 20."""
    return until(flop(1000, 1000, 1000), Bet(40))


@pytest.mark.parametrize(
    ("plan", "move"),
    [
        (CheckFold("round"), Fold()),
        (CallUpTo(10, "round"), Fold()),
        (CallUpTo(20, "round"), Call()),
        (CallUpTo(20, "hand"), Call()),
        (CallUpTo(200, "hand"), Call()),
    ],
)
def test_it_calls_no_more_than_it_may(plan: Premove, move: Move) -> None:
    assert answered(before_the_flop(), plan) == (move, plan)


@pytest.mark.parametrize(
    ("plan", "move"),
    [
        (CallUpTo(30, "round"), Fold()),
        (CallUpTo(40, "round"), Call()),
        (CallUpTo(50, "hand"), Fold()),
        (CallUpTo(60, "hand"), Call()),
    ],
)
def test_for_a_hand_all_counts_that_was_put_into_it(plan: Premove, move: Move) -> None:
    assert answered(after_a_bet(), plan) == (move, plan)


@pytest.mark.parametrize("plan", [CheckFold("round"), CheckFold("hand"), CallUpTo(10, "round"), CallUpTo(100, "hand")])
def test_where_a_check_is_free_it_checks(plan: Premove) -> None:
    assert answered(flop(1000, 1000, 1000), plan) == (Check(), plan)


def test_a_raise_is_made_once_and_then_called_for() -> None:
    assert answered(before_the_flop(), RaiseOnce(60, 20)) == (Raise(60), CallUpTo(80, "round"))
    assert answered(flop(1000, 1000, 1000), RaiseOnce(60, 0)) == (Bet(60), CallUpTo(60, "round"))


def test_a_raise_that_can_not_be_made_any_more_is_no_answer() -> None:
    assert answered(until(before_the_flop(), Raise(100)), RaiseOnce(60, 500)) is None


@pytest.mark.parametrize("make", [CheckFold, lambda until: CallUpTo(40, until)])
def test_a_plan_for_the_hand_outlives_the_round(make: type[CheckFold]) -> None:
    early, late = before_the_flop(), flop(1000, 1000, 1000)
    views = [GAME.view(state, state.public.turn) for state in (early, late)]
    assert len({premoves.scope(make("hand"), view) for view in views}) == 1
    assert len({premoves.scope(make("round"), view) for view in views}) == 2
    assert all(premoves.scope(make("round"), view) for view in views)
