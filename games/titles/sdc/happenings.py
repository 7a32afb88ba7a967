"""What becomes visible."""

from games.engine import values
from games.engine.values import value
from games.titles.sdc.parts import Cards


class Happening(values.Happening):
    """What can be seen at an SdC Poker table."""

    __slots__ = ()


@value
class FirstOpener(Happening):
    seat: int
    by_lot: bool


@value
class StageBegan(Happening):
    stage: int
    opener: int


@value
class Dealt(Happening):
    """Told to the seat alone."""

    seat: int
    cards: Cards


@value
class Confirmed(Happening):
    """That a seat has settled its draw; never how many cards."""

    seat: int


@value
class Marked(Happening):
    """Told to the seat alone: the cards it gives away."""

    seat: int
    cards: Cards


@value
class Exchanged(Happening):
    seat: int
    count: int


@value
class Drew(Happening):
    """Told to the seat alone: the cards it got."""

    seat: int
    cards: Cards


@value
class BidMade(Happening):
    seat: int
    coins: int


@value
class Called(Happening):
    seat: int
    coins: int


@value
class Raised(Happening):
    seat: int
    to: int


@value
class Dropped(Happening):
    seat: int


@value
class Shown(Happening):
    seat: int
    cards: Cards
    category: int


@value
class Paid(Happening):
    """The loser of a stage pays the winner; `won_by_drop`: the better hand was not asked for."""

    winner: int
    coins: int
    won_by_drop: bool


@value
class MatchEnded(Happening):
    """`winner` is None when the stage limit found equal coins."""

    winner: int | None
    by_limit: bool
