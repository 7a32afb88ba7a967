"""Happenings of GET9!."""

from games.catalog.get9.types import Cards, Piles, Result, SkipReason
from games.engine.serialization import values


class Happening(values.Happening):
    """Something visible at a GET9! table."""


class MatchBegan(Happening):
    """The dealer's piles are laid."""

    match: int
    seat: int  # has the start button
    extra: bool  # whether it is played for the carry-over pot
    carry: int


class SplitDone(Happening):
    seat: int  # has split its cards; never says how


class SplitMade(Happening):  # visible to the seat only
    seat: int
    piles: Piles


class ChoiceBegan(Happening):
    """Everyone has split."""

    seats: tuple[int, ...]  # filed a card with their split, and have now chosen it; never says which


class Chosen(Happening):
    seat: int  # has chosen a card; never says which


class CardChosen(Happening):  # visible to the seat only
    seat: int
    card: str


class Played(Happening):
    seat: int
    card: str


class DealerOpened(Happening):
    card: str


class Scored(Happening):
    seat: int  # beat the dealer's card
    cards: Cards  # its other two
    points: int  # their sum


class DealerScored(Happening):
    cards: Cards  # the other two, if the dealer beat everyone's card; otherwise empty
    points: int


class NoBetting(Happening):
    round: int
    reason: SkipReason  # the table's option, the limit reached, or only one player able to bet


class Opened(Happening):
    seat: int
    chips: int


class Called(Happening):
    seat: int
    chips: int  # paid; 0 for staying in at no cost


class Raised(Happening):
    seat: int
    to: int


class Checked(Happening):
    seat: int
    rests: bool  # for the rest of the round's betting


class Folded(Happening):
    seat: int


class WentAllIn(Happening):
    seat: int
    chips: int

    @property
    def moment(self) -> str:
        return "all-in"


class RoundBegan(Happening):
    round: int  # the second or third
    seat: int  # has the start button


class MatchEnded(Happening):
    match: int
    result: Result
    winner: int | None  # the only best player, if they beat the dealer
    points: tuple[int, ...]  # by seat, the sums of the three rounds
    dealer_points: int


class Won(Happening):
    seat: int
    chips: int  # from the pots
    carry: int  # from the carry-over pot


class CarriedOver(Happening):
    chips: int  # added to the carry-over pot
    carry: int  # new content of it


class GameEnded(Happening):
    seats: tuple[int, ...]  # have the most chips
    chips: int
    left: int  # chips of the carry-over pot that no one gets
