"""The small values that state and view share."""

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
        """Whether nobles are worth what the original rules say; in solo they are worth what they are in adjusted."""
        return self.mode == "classic"

    @property
    def noble_sets(self) -> tuple[int, ...]:
        """How many nobles may be discarded together (rules sheet, 4.2; solo as adjusted: 5)."""
        return (2,) if self.classic else (2, 3, 4)


@frozen_dataclass
class Deed:
    """Something done in a turn, as everybody saw it."""

    what: Literal["bishops", "nobles", "attack"]
    cards: Cards  # shown or discarded
    points: int = 0
    defence: Cards = ()
    took: str = ""  # the kind, after a successful attack
    count: int = 0  # of it

    @property
    def struck(self) -> bool:
        """Whether the other's hand lost cards by it."""
        return bool(self.defence or self.took)
