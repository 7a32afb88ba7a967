"""Steps as most are: what everybody sees changes, nobody's cards move, and everybody is told."""

from typing import TypeVar

from games.engine.game import AddressedHappening, Happening, State, Step

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
H = TypeVar("H")
E = TypeVar("E", bound=Happening)


def public_step(state: State[P, O, H], public: P, *told: E) -> Step[State[P, O, H], E]:
    """That state with this instead of what everybody saw, and everybody told so."""
    return Step(State(public, state.own, state.hidden), tuple([AddressedHappening(what) for what in told]))
