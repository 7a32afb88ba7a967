"""The small values that state and view share."""

from dataclasses import dataclass
from typing import Literal

from games.titles.crown.kinds import Cards

Phase = Literal[
    "start", "deal", "between", "draw", "keep", "pick", "give", "act", "defend", "open", "choose", "limit", "auto",
    "won", "over",
]  # fmt: skip
Mode = Literal["classic", "adjusted", "solo"]
Act = Literal["bishops", "nobles", "attack"]


def asked_in(phase: Phase, player: int) -> int | None:
    """The seat whose answer a phase of `player`'s turn waits for; None while the house moves."""
    if phase in ("keep", "give", "act", "choose", "limit"):
        return player
    return 1 - player if phase in ("pick", "defend") else None


@dataclass(frozen=True, slots=True)
class Options:
    """The table options, fixed at setup."""

    mode: Mode
    target: int
    reveal_any_time: bool
    show_sizes: bool

    @property
    def solo(self) -> bool:
        return self.mode == "solo"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in a turn, as everybody saw it."""

    what: Act
    cards: Cards  # shown or discarded
    points: int = 0
    defence: Cards = ()
    took: str = ""  # the kind, after a successful attack
    count: int = 0  # of it

    @property
    def struck(self) -> bool:
        """Whether the other's hand lost cards by it."""
        return bool(self.defence or self.took)
