"""Small values shared by state and view."""

from typing import Literal

from games.catalog.crown.cards import Cards
from games.engine.serialization.values import frozen_dataclass

Phase = Literal[
    "start", "deal", "between", "draw", "keep", "pick", "give", "act", "defend", "open", "choose", "limit", "auto",
    "won", "over",
]  # fmt: skip


@frozen_dataclass
class Options:
    """The table options, fixed at setup."""

    rules: int
    mode: Literal["classic", "adjusted", "solo"]
    target_points: int
    reveal_princes_any_time: bool
    show_hand_sizes: bool

    @property
    def solo(self) -> bool:
        return self.mode == "solo"

    @property
    def classic(self) -> bool:
        """Return whether nobles score by the original rules; solo uses the values of adjusted."""
        return self.mode == "classic"

    @property
    def noble_sets(self) -> tuple[int, ...]:
        """The possible numbers of nobles to discard together (rules sheet, 4.2; solo like adjusted: 5)."""
        return (2,) if self.classic else (2, 3, 4)


@frozen_dataclass
class Deed:
    """An action in a turn, as everyone saw it."""

    what: Literal["bishops", "nobles", "attack"]
    cards: Cards  # shown or discarded
    points: int = 0
    defence: Cards = ()
    took: str = ""  # the kind taken by a successful attack
    count: int = 0  # number of cards taken

    @property
    def struck(self) -> bool:
        """Return whether the other's hand lost cards by it."""
        return bool(self.defence or self.took)
