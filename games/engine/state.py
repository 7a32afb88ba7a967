"""States, already cut where their readers are, and the views that the engine cuts from them.

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
    """All there is to know of a match: for everybody, for each seat alone, and for nobody.

    `public` is every seat's and every spectator's; `own[i]` is seat i's besides; `hidden` is read by the rules alone.
    What several seats know stands in the `own` of each of them. Its text tells nothing.
    """

    public: P
    own: tuple[O, ...]
    hidden: H

    def __repr__(self) -> str:
        return "<State>"


@frozen_dataclass
class View(Generic[P, O]):
    """What one seat (or a spectator, seat None, who owns nothing) knows. Games add what follows as properties."""

    seat: int | None
    public: P
    own: O | None

    @property
    def me(self) -> int:
        """The seat that looks. Raises ValueError for a spectator."""
        if self.seat is None:
            raise ValueError("a spectator has no seat")
        return self.seat

    @property
    def mine(self) -> O:
        """What that seat knows for itself. Raises ValueError for a spectator."""
        if self.own is None:
            raise ValueError("a spectator has no cards")
        return self.own

    @property
    def inactive_seats(self) -> frozenset[int]:
        """The seats that decide nothing more in the present deal although it goes on: folded, all in, out.

        Everybody knows it. They may have seen cards that others don't know and no longer play for themselves, so at
        the table they don't talk freely (games.social).
        """
        return frozenset()


def make_view(kind: Callable[[int | None, P, O | None], V_co], state: State[P, O, H], seat: int | None) -> V_co:
    """The view of a seat, or of a spectator (None). The one place where views are cut."""
    return kind(seat, state.public, None if seat is None else state.own[seat])
