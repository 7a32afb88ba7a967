"""The most common step: the public state changes, no cards move, and everyone sees what happened."""

from typing import TypeVar

from games.engine.game import AddressedHappening, Happening, State, Step

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
H = TypeVar("H")
E = TypeVar("E", bound=Happening)


def public_step(state: State[P, O, H], public: P, *happenings: E) -> Step[State[P, O, H], E]:
    """Return a step that replaces the public part of the state and shows the happenings to everyone."""
    return Step(
        State(public, state.own, state.hidden), tuple([AddressedHappening(happening) for happening in happenings])
    )
