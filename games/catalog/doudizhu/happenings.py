"""What becomes visible, one line of the log each."""

from games.catalog.doudizhu.combos import Kind
from games.catalog.doudizhu.ranks import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """What can be seen at a Dou Dizhu table."""


class DealBegan(Happening):
    """Eight cards are put aside face down, everybody gets 25."""

    deal: int
    deals: int


class Dealt(Happening):  # for the seat's eyes only
    seat: int
    cards: Cards


class FaceUp(Happening):
    seat: int  # who drew the card that lay open in the deck; he is asked first
    card: str


class Accepted(Happening):
    seat: int


class Refused(Happening):
    seat: int


class LandlordNamed(Happening):
    seat: int
    rate: int
    forced: bool  # everybody had refused


class BombsLimited(Happening):
    seats: tuple[int, ...]  # which may play one bomb in this deal


class KittyShown(Happening):
    cards: Cards  # the eight, for everybody


class KittyTaken(Happening):
    seat: int


class KittySeen(Happening):  # for the landlord's eyes only
    seat: int
    cards: Cards


class KittyLeft(Happening):
    """The eight cards stay out of play."""


class Played(Happening):
    seat: int
    cards: Cards
    kind: Kind
    leads: bool  # the first play of a trick
    left: int  # cards that the seat still holds

    @property
    def moment(self) -> str:
        return "bomb" if self.kind == "bomb" else ""


class Passed(Happening):
    seat: int


class HandShown(Happening):
    seat: int
    cards: Cards  # still held when the deal was over


class DealWon(Happening):
    seat: int  # who went out
    landlord: int
    rate: int  # what the landlord gets from each farmer, or pays to each


class MatchEnded(Happening):
    winners: tuple[int, ...]
    chips: int  # of each of them, the most
