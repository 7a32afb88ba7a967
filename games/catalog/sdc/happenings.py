"""What becomes visible."""

from games.catalog.sdc.hands import HandComparison, compare_hands
from games.catalog.sdc.types import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """What can be seen at an SdC Poker table."""


class FirstOpener(Happening):
    seat: int
    by_lot: bool


class StageBegan(Happening):
    stage: int
    opener: int


class Dealt(Happening):
    """Told to the seat alone."""

    seat: int
    cards: Cards


class Confirmed(Happening):
    """That a seat has settled its draw; never how many cards."""

    seat: int


class Marked(Happening):
    """Told to the seat alone: the cards it gives away."""

    seat: int
    cards: Cards


class Exchanged(Happening):
    seat: int
    count: int

    @property
    def reveals_choice(self) -> bool:
        return True


class Drew(Happening):
    """Told to the seat alone: the cards it got."""

    seat: int
    cards: Cards


class BidMade(Happening):
    """The opener's bid; `by_house`: nothing but 1 could be bid, so the opener was not asked."""

    seat: int
    coins: int
    by_house: bool = False


class Called(Happening):
    seat: int
    coins: int


class Raised(Happening):
    seat: int
    to: int


class Dropped(Happening):
    seat: int


class Shown(Happening):
    seat: int
    cards: Cards
    category: int

    def compared(self, other: "Shown") -> HandComparison:
        """Which hand is better and why; 0 is this one."""
        return compare_hands((self.cards, other.cards))


class Paid(Happening):
    """The loser of a stage pays the winner; `won_by_drop`: the better hand was not asked for."""

    winner: int
    coins: int
    won_by_drop: bool


class MatchEnded(Happening):
    """`winner` is None when the stage limit found equal coins."""

    winner: int | None
    by_limit: bool
