"""What becomes visible, one line of the log each."""

from games.engine import values
from games.titles.doudizhu.combos import Kind
from games.titles.doudizhu.ranks import Cards


class Happening(values.Happening):
    """What can be seen at a Dou Dizhu table."""


class DealBegan(Happening):
    """Eight cards are put aside face down, everybody gets 25."""

    deal: int
    deals: int


class Dealt(Happening):
    """A seat's own cards, for its eyes only."""

    seat: int
    cards: Cards


class FaceUp(Happening):
    """Who drew the card that lay open in the deck; he is asked first."""

    seat: int
    card: str


class Accepted(Happening):
    seat: int


class Refused(Happening):
    seat: int


class LandlordNamed(Happening):
    """`forced`: everybody had refused."""

    seat: int
    rate: int
    forced: bool


class BombsLimited(Happening):
    """These seats may play one bomb in this deal."""

    seats: tuple[int, ...]


class KittyShown(Happening):
    """The eight cards, for everybody."""

    cards: Cards


class KittyTaken(Happening):
    seat: int


class KittySeen(Happening):
    """The eight cards, for the landlord's eyes only."""

    seat: int
    cards: Cards


class KittyLeft(Happening):
    """The eight cards stay out of play."""


class Played(Happening):
    """`leads`: the first play of a trick. `left`: cards the seat still holds."""

    seat: int
    cards: Cards
    kind: Kind
    leads: bool
    left: int


class Passed(Happening):
    seat: int


class HandShown(Happening):
    """What a seat still held when the deal was over."""

    seat: int
    cards: Cards


class DealWon(Happening):
    """`seat` went out. The landlord gets `rate` from each farmer, or pays it to each."""

    seat: int
    landlord: int
    rate: int


class MatchEnded(Happening):
    """`winners` have the most chips, `chips`."""

    winners: tuple[int, ...]
    chips: int
