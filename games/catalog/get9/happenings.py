"""What becomes visible."""

from games.catalog.get9.types import Cards, Piles, Result, SkipReason
from games.engine.serialization import values


class Happening(values.Happening):
    """What can be seen at a GET9! table."""


class MatchBegan(Happening):
    """The dealer's piles are laid."""

    match: int
    seat: int  # with the start button
    extra: bool  # played for the carry-over pot
    carry: int


class SplitDone(Happening):
    seat: int  # that has split its cards; never how


class SplitMade(Happening):  # told to the seat alone
    seat: int
    piles: Piles


class ChoiceBegan(Happening):
    """Everybody has split."""

    seats: tuple[int, ...]  # that have filed a card with their split, and have now chosen it; never which


class Chosen(Happening):
    seat: int  # that has chosen a card; never which


class CardChosen(Happening):  # told to the seat alone
    seat: int
    card: str


class Played(Happening):
    seat: int
    card: str


class DealerOpened(Happening):
    card: str


class Scored(Happening):
    seat: int  # that beat the dealer's card
    cards: Cards  # its other two
    points: int  # their sum


class DealerScored(Happening):
    cards: Cards  # the other two, where the dealer beat everybody's card; else none
    points: int


class NoBetting(Happening):
    round: int
    reason: SkipReason  # the table's option, the limit reached, or one player alone able to bet


class Opened(Happening):
    seat: int
    chips: int


class Called(Happening):
    seat: int
    chips: int  # paid; 0 for staying in for nothing


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
    seat: int  # with the start button


class MatchEnded(Happening):
    match: int
    result: Result
    winner: int | None  # the one best player, if he beat the dealer
    points: tuple[int, ...]  # by seat, the sums of the three rounds
    dealer_points: int


class Won(Happening):
    seat: int
    chips: int  # out of the pots
    carry: int  # out of the carry-over pot


class CarriedOver(Happening):
    chips: int  # that went to the carry-over pot
    carry: int  # what lies there now


class GameEnded(Happening):
    seats: tuple[int, ...]  # with the most chips
    chips: int
    left: int  # chips of the carry-over pot that are nobody's
