"""Small values shared by moves, happenings, state and view."""

from collections.abc import Mapping
from typing import Literal

from games.catalog.lombard.hands import Hand, get_higher_card
from games.engine.serialization.values import frozen_dataclass

Cards = tuple[str, ...]
Action = Literal["", "call", "double", "fold"]
Phase = Literal["start", "deal", "turns", "runout", "showdown", "payment", "over"]

UNDECIDED: Action = ""  # until a seat's turn in the round
COST: Mapping[Action, int] = {"call": 1, "double": 2, "fold": 0}
BONUS: Mapping[Action, int] = {"call": 0, "double": 1, "fold": 0}  # coins that the supply adds to the pot


@frozen_dataclass
class Options:
    """The table's options, fixed at setup: coins, and a switch each for the sheet's open points 1 and 2."""

    rules: int
    start_coins: int
    target_coins: int
    last_player_acts: bool
    track_debt: bool


@frozen_dataclass
class Shown:
    """A hand shown at a showdown."""

    seat: int
    cards: Cards
    hand: Hand

    @property
    def higher(self) -> str:
        """The hole card that is compared if the hands are equal."""
        return get_higher_card(self.cards)


@frozen_dataclass
class Outcome:
    """The result of a round, kept while the next one is already dealt.

    `hands` are best first, empty without a showdown.
    """

    round: int
    winner: int
    pot: int
    board: Cards
    actions: tuple[Action, ...]
    hands: tuple[Shown, ...]
