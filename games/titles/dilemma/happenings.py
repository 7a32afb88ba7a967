"""What becomes visible, one line of the log each. Amounts are dollars."""

from games.engine import values
from games.engine.values import value
from games.kit.poker import Category, Hand
from games.titles.dilemma.parts import Blind, Cards, Reason


class Happening(values.Happening):
    """What can be seen at a Dilemma table."""

    __slots__ = ()


@value
class FirstDealer(Happening):
    seat: int


@value
class HandBegan(Happening):
    """`seat` has the DEALER marker."""

    hand: int
    seat: int


@value
class BlindPosted(Happening):
    seat: int
    blind: Blind
    chips: int
    all_in: bool


@value
class Dealt(Happening):
    """A seat's own hole cards, for its eyes only."""

    seat: int
    cards: Cards


@value
class Folded(Happening):
    seat: int


@value
class Checked(Happening):
    seat: int


@value
class Called(Happening):
    """`chips` were added to the seat's bet."""

    seat: int
    chips: int
    all_in: bool


@value
class BetMade(Happening):
    seat: int
    to: int
    all_in: bool


@value
class Raised(Happening):
    seat: int
    to: int
    all_in: bool


@value
class Returned(Happening):
    """Chips that nobody has matched go back."""

    seat: int
    chips: int


@value
class HoleOpened(Happening):
    """Nobody can bet any more: a live seat's hole cards, before the rest of the board."""

    seat: int
    cards: Cards


@value
class CommunityOpened(Happening):
    """The flop's three cards, or the one of turn or river; `count` lie on the table now."""

    cards: Cards
    count: int


@value
class HandShown(Happening):
    """A hand of the showdown, best first."""

    seat: int
    cards: Cards
    hand: Hand


@value
class PotWon(Happening):
    """`pot` 0 is the main pot, out of `pots`; a shared pot is told once for each winner.

    `hand` is None when everybody else had folded.
    """

    seat: int
    chips: int
    pot: int
    pots: int
    hand: Hand | None


@value
class PenaltyPaid(Happening):
    seat: int
    chips: int


@value
class BonusPaid(Happening):
    """`category` is None when everybody else had folded."""

    seat: int
    chips: int
    category: Category | None


@value
class BankShort(Happening):
    """Of a bonus of `due` all banks together have only `paid` left."""

    due: int
    paid: int


@value
class BlindsRaised(Happening):
    """The bank `level` (2 or 3) is the active one now."""

    level: int
    small: int
    big: int


@value
class Eliminated(Happening):
    seat: int


@value
class MatchEnded(Happening):
    """The bank is empty, one seat alone has chips, or the last hand was played."""

    reason: Reason
