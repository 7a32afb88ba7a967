"""What becomes visible."""

from games.engine import values
from games.engine.values import value
from games.titles.get9.parts import Cards, Piles, Result, Silence


class Happening(values.Happening):
    """What can be seen at a GET9! table."""

    __slots__ = ()


@value
class MatchBegan(Happening):
    """The dealer's piles are laid; `seat` has the start button. `extra`: played for the carry-over pot."""

    match: int
    seat: int
    extra: bool
    carry: int


@value
class SplitDone(Happening):
    """That a seat has split its cards; never how."""

    seat: int


@value
class SplitMade(Happening):
    """Told to the seat alone."""

    seat: int
    piles: Piles


@value
class Chosen(Happening):
    """That a seat has chosen a card; never which."""

    seat: int


@value
class CardChosen(Happening):
    """Told to the seat alone."""

    seat: int
    card: str


@value
class Played(Happening):
    seat: int
    card: str


@value
class DealerOpened(Happening):
    card: str


@value
class Scored(Happening):
    """A seat beat the dealer's card: its other two, and their sum."""

    seat: int
    cards: Cards
    points: int


@value
class DealerScored(Happening):
    """The dealer beat everybody's card. Without points `cards` is empty."""

    cards: Cards
    points: int


@value
class NoBetting(Happening):
    """A round's betting is skipped: by the table's option, at the limit, or with one player able to bet."""

    round: int
    reason: Silence


@value
class Opened(Happening):
    seat: int
    chips: int


@value
class Called(Happening):
    """`chips` paid; 0 for staying in for nothing."""

    seat: int
    chips: int


@value
class Raised(Happening):
    seat: int
    to: int


@value
class Checked(Happening):
    """`rests`: for the rest of the round's betting."""

    seat: int
    rests: bool


@value
class Folded(Happening):
    seat: int


@value
class WentAllIn(Happening):
    seat: int
    chips: int


@value
class RoundBegan(Happening):
    """The second or third round; `seat` has the start button."""

    round: int
    seat: int


@value
class MatchEnded(Happening):
    """The sums of the three rounds; points by seat. `winner` is the one best player, if he beat the dealer."""

    match: int
    result: Result
    winner: int | None
    points: tuple[int, ...]
    dealer_points: int


@value
class Won(Happening):
    """Chips out of the pots, and out of the carry-over pot."""

    seat: int
    chips: int
    carry: int


@value
class CarriedOver(Happening):
    """Chips that went to the carry-over pot, and what lies there now."""

    chips: int
    carry: int


@value
class GameEnded(Happening):
    """Most chips win. `left`: chips of the carry-over pot that are nobody's."""

    seats: tuple[int, ...]
    chips: int
    left: int
