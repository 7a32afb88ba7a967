"""Game states, divided by who may know what, and the views of single seats.

>>> state = State(public="the pot", own=("a queen", "a nine"), hidden="the deck")
>>> make_view(View, state, 1)
View(seat=1, public='the pot', own='a nine')
>>> make_view(View, state, None)
View(seat=None, public='the pot', own=None)
>>> state
<State>
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from games.engine.serialization.values import frozen_dataclass

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
H = TypeVar("H")
V_co = TypeVar("V_co", covariant=True)


@frozen_dataclass
class State(Generic[P, O, H]):
    """The complete state of a match: what everyone knows, what each seat knows, and what no one knows.

    `public` is known to all seats and spectators, `own[i]` to seat i only, `hidden` to the rules only. What several
    seats know is in the `own` of each. The repr reveals nothing.
    """

    public: P
    own: tuple[O, ...]
    hidden: H

    def __repr__(self) -> str:
        return "<State>"


@frozen_dataclass
class View(Generic[P, O]):
    """The knowledge of one seat, or of a spectator (seat and own are None). Games add derived properties."""

    seat: int | None
    public: P
    own: O | None

    @property
    def me(self) -> int:
        """The view's seat. Raises ValueError for a spectator."""
        if self.seat is None:
            raise ValueError("a spectator has no seat")
        return self.seat

    @property
    def mine(self) -> O:
        """The seat's own part. Raises ValueError for a spectator."""
        if self.own is None:
            raise ValueError("a spectator has no cards")
        return self.own

    @property
    def inactive_seats(self) -> frozenset[int]:
        """The seats that have no more decisions in the current deal although it goes on: folded, all in or out.

        Everyone knows this. These seats may have seen cards that others don't know and have nothing left to play for,
        so their chat at the table is restricted (games.social).
        """
        return frozenset()


def make_view(kind: Callable[[int | None, P, O | None], V_co], state: State[P, O, H], seat: int | None) -> V_co:
    """Return the view of a seat, or of a spectator (None). Views are created only here."""
    return kind(seat, state.public, None if seat is None else state.own[seat])
