"""The small values that moves, happenings, state and view share."""

from collections.abc import Mapping
from typing import Literal

from games.catalog.lombard.hands import Hand, get_higher_card
from games.engine.serialization.values import frozen_dataclass

Cards = tuple[str, ...]
Action = Literal["", "call", "double", "fold"]
Phase = Literal["start", "deal", "turns", "runout", "showdown", "payment", "over"]

UNDECIDED: Action = ""  # until a seat's turn of the round
COST: Mapping[Action, int] = {"call": 1, "double": 2, "fold": 0}
BONUS: Mapping[Action, int] = {"call": 0, "double": 1, "fold": 0}  # what the supply adds to the pot


@frozen_dataclass
class Options:
    """The table's options, fixed at setup. Coins, and two switches of the sheet's open points 1 and 2."""

    rules: int
    start_coins: int
    target_coins: int
    last_player_acts: bool
    track_debt: bool


@frozen_dataclass
class Shown:
    """A hand opened at a showdown."""

    seat: int
    cards: Cards
    hand: Hand

    @property
    def higher(self) -> str:
        """The hole card that is compared if the hands are equal."""
        return get_higher_card(self.cards)


@frozen_dataclass
class Outcome:
    """How a round ended, kept while the next one is already dealt. `hands` best first, empty without a showdown."""

    round: int
    winner: int
    pot: int
    board: Cards
    actions: tuple[Action, ...]
    hands: tuple[Shown, ...]
