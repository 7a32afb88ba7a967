"""Happenings of SdC Poker."""

from games.catalog.sdc.hands import HandComparison, compare_hands
from games.catalog.sdc.types import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """Something visible at an SdC Poker table."""


class FirstOpener(Happening):
    seat: int
    by_lot: bool


class StageBegan(Happening):
    stage: int
    opener: int


class Dealt(Happening):
    """Visible to the seat only."""

    seat: int
    cards: Cards


class Confirmed(Happening):
    """A seat has settled its draw. Never says how many cards."""

    seat: int


class Marked(Happening):
    """The cards a seat gives away. Visible to the seat only."""

    seat: int
    cards: Cards


class Exchanged(Happening):
    seat: int
    count: int

    @property
    def reveals_choice(self) -> bool:
        return True


class Drew(Happening):
    """The cards a seat got. Visible to the seat only."""

    seat: int
    cards: Cards


class BidMade(Happening):
    """The opener's bid. `by_house`: only 1 was possible, so the opener wasn't asked."""

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
        """Return which hand is better and why; 0 is this one."""
        return compare_hands((self.cards, other.cards))


class Paid(Happening):
    """The loser of a stage pays the winner. `won_by_drop`: the hands didn't decide."""

    winner: int
    coins: int
    won_by_drop: bool


class MatchEnded(Happening):
    """`winner` is None if the stage limit was reached with equal coins."""

    winner: int | None
    by_limit: bool
