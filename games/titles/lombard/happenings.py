"""What becomes visible."""

from games.engine import values
from games.titles.lombard.hands import Hand
from games.titles.lombard.parts import Cards


class Happening(values.Happening):
    """What can be seen at a Lombard table."""


class FirstDealer(Happening):
    seat: int


class RoundBegan(Happening):
    """`seat` deals; the supply puts the first coin into the pot, everybody gets two hole cards."""

    round: int
    seat: int


class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    seat: int
    cards: Cards


class CommunityOpened(Happening):
    cards: Cards


class Called(Happening):
    seat: int
    card: str


class Doubled(Happening):
    seat: int


class Folded(Happening):
    seat: int


class HandShown(Happening):
    """A hand of the showdown, best first."""

    seat: int
    cards: Cards
    hand: Hand


class PotWon(Happening):
    """`shown` is False when everybody else had folded; `balance` is the winner's after it."""

    seat: int
    coins: int
    shown: bool
    balance: int


class MatchWon(Happening):
    seat: int
    balance: int
