"""The full state of a GET9! table."""

from typing import Any

from games.catalog.get9.types import Options, Piles, Status
from games.catalog.get9.view import Own, Public
from games.engine.game import State, frozen_dataclass


@frozen_dataclass
class Hidden:
    """The part no one knows: the dealer's piles, from the start of a match until its payment."""

    dealer: Piles = ()


Get9State = State[Public, Own, Hidden]


def make_idle_state(options: Options, chips: tuple[int, ...], **fields: Any) -> Get9State:
    """Return a table between two matches: no cards or bets, and players without chips are out (rules sheet, 5)."""
    nothing, no = (0,) * len(chips), (False,) * len(chips)
    statuses: tuple[Status, ...] = tuple("active" if stack else "out" for stack in chips)
    public = Public(options, chips, nothing, nothing, statuses, no, no, no, **fields)
    return State(public, (Own(),) * len(chips), Hidden())
