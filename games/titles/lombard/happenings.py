"""What becomes visible."""

from games.engine import values
from games.engine.values import value
from games.titles.lombard.hands import Hand
from games.titles.lombard.parts import Cards


class Happening(values.Happening):
    """What can be seen at a Lombard table."""

    __slots__ = ()


@value
class FirstDealer(Happening):
    seat: int


@value
class RoundBegan(Happening):
    """`seat` deals; the supply puts the first coin into the pot, everybody gets two hole cards."""

    round: int
    seat: int


@value
class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    seat: int
    cards: Cards


@value
class CommunityOpened(Happening):
    cards: Cards


@value
class Called(Happening):
    seat: int
    card: str


@value
class Doubled(Happening):
    seat: int


@value
class Folded(Happening):
    seat: int


@value
class HandShown(Happening):
    """A hand of the showdown, best first."""

    seat: int
    cards: Cards
    hand: Hand


@value
class PotWon(Happening):
    """`shown` is False when everybody else had folded; `balance` is the winner's after it."""

    seat: int
    coins: int
    shown: bool
    balance: int


@value
class MatchWon(Happening):
    seat: int
    balance: int
