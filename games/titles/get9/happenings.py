"""What becomes visible."""

from games.engine import values
from games.titles.get9.parts import Cards, Piles, Result, Silence


class Happening(values.Happening):
    """What can be seen at a GET9! table."""


class MatchBegan(Happening):
    """The dealer's piles are laid; `seat` has the start button. `extra`: played for the carry-over pot."""

    match: int
    seat: int
    extra: bool
    carry: int


class SplitDone(Happening):
    """That a seat has split its cards; never how."""

    seat: int


class SplitMade(Happening):
    """Told to the seat alone."""

    seat: int
    piles: Piles


class Chosen(Happening):
    """That a seat has chosen a card; never which."""

    seat: int


class CardChosen(Happening):
    """Told to the seat alone."""

    seat: int
    card: str


class Played(Happening):
    seat: int
    card: str


class DealerOpened(Happening):
    card: str


class Scored(Happening):
    """A seat beat the dealer's card: its other two, and their sum."""

    seat: int
    cards: Cards
    points: int


class DealerScored(Happening):
    """The dealer beat everybody's card. Without points `cards` is empty."""

    cards: Cards
    points: int


class NoBetting(Happening):
    """A round's betting is skipped: by the table's option, at the limit, or with one player able to bet."""

    round: int
    reason: Silence


class Opened(Happening):
    seat: int
    chips: int


class Called(Happening):
    """`chips` paid; 0 for staying in for nothing."""

    seat: int
    chips: int


class Raised(Happening):
    seat: int
    to: int


class Checked(Happening):
    """`rests`: for the rest of the round's betting."""

    seat: int
    rests: bool


class Folded(Happening):
    seat: int


class WentAllIn(Happening):
    seat: int
    chips: int


class RoundBegan(Happening):
    """The second or third round; `seat` has the start button."""

    round: int
    seat: int


class MatchEnded(Happening):
    """The sums of the three rounds; points by seat. `winner` is the one best player, if he beat the dealer."""

    match: int
    result: Result
    winner: int | None
    points: tuple[int, ...]
    dealer_points: int


class Won(Happening):
    """Chips out of the pots, and out of the carry-over pot."""

    seat: int
    chips: int
    carry: int


class CarriedOver(Happening):
    """Chips that went to the carry-over pot, and what lies there now."""

    chips: int
    carry: int


class GameEnded(Happening):
    """Most chips win. `left`: chips of the carry-over pot that are nobody's."""

    seats: tuple[int, ...]
    chips: int
    left: int
