"""What becomes visible, one line of the log each."""

from games.engine import values
from games.engine.values import value
from games.titles.doudizhu.combos import Kind
from games.titles.doudizhu.ranks import Cards


class Happening(values.Happening):
    """What can be seen at a Dou Dizhu table."""

    __slots__ = ()


@value
class DealBegan(Happening):
    """Eight cards are put aside face down, everybody gets 25."""

    deal: int
    deals: int


@value
class Dealt(Happening):
    """A seat's own cards, for its eyes only."""

    seat: int
    cards: Cards


@value
class FaceUp(Happening):
    """Who drew the card that lay open in the deck; he is asked first."""

    seat: int
    card: str


@value
class Accepted(Happening):
    seat: int


@value
class Refused(Happening):
    seat: int


@value
class LandlordNamed(Happening):
    """`forced`: everybody had refused."""

    seat: int
    rate: int
    forced: bool


@value
class BombsLimited(Happening):
    """These seats may play one bomb in this deal."""

    seats: tuple[int, ...]


@value
class KittyShown(Happening):
    """The eight cards, for everybody."""

    cards: Cards


@value
class KittyTaken(Happening):
    seat: int


@value
class KittySeen(Happening):
    """The eight cards, for the landlord's eyes only."""

    seat: int
    cards: Cards


@value
class KittyLeft(Happening):
    """The eight cards stay out of play."""


@value
class Played(Happening):
    """`leads`: the first play of a trick. `left`: cards the seat still holds."""

    seat: int
    cards: Cards
    kind: Kind
    leads: bool
    left: int


@value
class Passed(Happening):
    seat: int


@value
class HandShown(Happening):
    """What a seat still held when the deal was over."""

    seat: int
    cards: Cards


@value
class DealWon(Happening):
    """`seat` went out. The landlord gets `rate` from each farmer, or pays it to each."""

    seat: int
    landlord: int
    rate: int


@value
class MatchEnded(Happening):
    """`winners` have the most chips, `chips`."""

    winners: tuple[int, ...]
    chips: int
