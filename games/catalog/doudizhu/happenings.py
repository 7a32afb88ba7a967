"""Happenings, one log line each."""

from games.catalog.doudizhu.combos import Kind
from games.catalog.doudizhu.ranks import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """Something visible at a Dou Dizhu table."""


class DealBegan(Happening):
    """Eight cards are put aside face down, and everyone gets 25."""

    deal: int
    deals: int


class Dealt(Happening):  # visible to the seat only
    seat: int
    cards: Cards


class FaceUp(Happening):
    seat: int  # drew the face-up card and is asked first
    card: str


class Accepted(Happening):
    seat: int


class Refused(Happening):
    seat: int


class LandlordNamed(Happening):
    seat: int
    rate: int
    forced: bool  # all others had refused


class BombsLimited(Happening):
    seats: tuple[int, ...]  # may play only one bomb in this deal


class KittyShown(Happening):
    cards: Cards  # the eight cards, visible to everyone


class KittyTaken(Happening):
    seat: int


class KittySeen(Happening):  # visible to the landlord only
    seat: int
    cards: Cards


class KittyLeft(Happening):
    """The eight cards stay out of play."""


class Played(Happening):
    seat: int
    cards: Cards
    kind: Kind
    leads: bool  # whether it is the first play of a trick
    left: int  # cards left in the seat's hand

    @property
    def moment(self) -> str:
        return "bomb" if self.kind == "bomb" else ""


class Passed(Happening):
    seat: int


class HandShown(Happening):
    seat: int
    cards: Cards  # still held when the deal was over


class DealWon(Happening):
    seat: int  # went out
    landlord: int
    rate: int  # the landlord's gain from, or payment to, each farmer


class MatchEnded(Happening):
    winners: tuple[int, ...]
    chips: int  # of each winner, the most
