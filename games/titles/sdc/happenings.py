"""What becomes visible."""

from dataclasses import dataclass

from games.engine.values import Happening
from games.titles.sdc.parts import Cards


@dataclass(frozen=True, slots=True)
class FirstOpener(Happening):
    type = "first-opener"
    seat: int
    by_lot: bool


@dataclass(frozen=True, slots=True)
class StageBegan(Happening):
    type = "stage-began"
    stage: int
    opener: int


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """Told to the seat alone."""

    type = "dealt"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Confirmed(Happening):
    """That a seat has settled its draw; never how many cards."""

    type = "confirmed"
    seat: int


@dataclass(frozen=True, slots=True)
class Marked(Happening):
    """Told to the seat alone: the cards it gives away."""

    type = "marked"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Exchanged(Happening):
    type = "exchanged"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """Told to the seat alone: the cards it got."""

    type = "drew"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class BidMade(Happening):
    type = "bid-made"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Called(Happening):
    type = "called"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Raised(Happening):
    type = "raised"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Dropped(Happening):
    type = "dropped"
    seat: int


@dataclass(frozen=True, slots=True)
class Shown(Happening):
    type = "shown"
    seat: int
    cards: Cards
    category: int


@dataclass(frozen=True, slots=True)
class Paid(Happening):
    """The loser of a stage pays the winner; `won_by_drop`: the better hand was not asked for."""

    type = "paid"
    winner: int
    coins: int
    won_by_drop: bool


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    """`winner` is None when the stage limit found equal coins."""

    type = "match-ended"
    winner: int | None
    by_limit: bool


HAPPENINGS: tuple[type[Happening], ...] = (
    FirstOpener,
    StageBegan,
    Dealt,
    Confirmed,
    Marked,
    Exchanged,
    Drew,
    BidMade,
    Called,
    Raised,
    Dropped,
    Shown,
    Paid,
    MatchEnded,
)
