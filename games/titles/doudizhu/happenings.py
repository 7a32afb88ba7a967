"""What becomes visible, one line of the log each."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.quick import quick
from games.engine.values import Happening
from games.titles.doudizhu.combos import Kind
from games.titles.doudizhu.ranks import Cards


@dataclass(frozen=True, slots=True)
class DealBegan(Happening):
    """Eight cards are put aside face down, everybody gets 25."""

    type: ClassVar[str] = "deal-began"
    deal: int
    deals: int


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """A seat's own cards, for its eyes only."""

    type: ClassVar[str] = "dealt"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class FaceUp(Happening):
    """Who drew the card that lay open in the deck; he is asked first."""

    type: ClassVar[str] = "face-up"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Accepted(Happening):
    type: ClassVar[str] = "accepted"
    seat: int


@dataclass(frozen=True, slots=True)
class Refused(Happening):
    type: ClassVar[str] = "refused"
    seat: int


@dataclass(frozen=True, slots=True)
class LandlordNamed(Happening):
    """`forced`: everybody had refused."""

    type: ClassVar[str] = "landlord-named"
    seat: int
    rate: int
    forced: bool


@dataclass(frozen=True, slots=True)
class BombsLimited(Happening):
    """These seats may play one bomb in this deal."""

    type: ClassVar[str] = "bombs-limited"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KittyShown(Happening):
    """The eight cards, for everybody."""

    type: ClassVar[str] = "kitty-shown"
    cards: Cards


@dataclass(frozen=True, slots=True)
class KittyTaken(Happening):
    type: ClassVar[str] = "kitty-taken"
    seat: int


@dataclass(frozen=True, slots=True)
class KittySeen(Happening):
    """The eight cards, for the landlord's eyes only."""

    type: ClassVar[str] = "kitty-seen"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class KittyLeft(Happening):
    """The eight cards stay out of play."""

    type: ClassVar[str] = "kitty-left"


@quick
@dataclass(frozen=True, slots=True)
class Played(Happening):
    """`leads`: the first play of a trick. `left`: cards the seat still holds."""

    type: ClassVar[str] = "played"
    seat: int
    cards: Cards
    kind: Kind
    leads: bool
    left: int


@dataclass(frozen=True, slots=True)
class Passed(Happening):
    type: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class HandShown(Happening):
    """What a seat still held when the deal was over."""

    type: ClassVar[str] = "hand-shown"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class DealWon(Happening):
    """`seat` went out. The landlord gets `rate` from each farmer, or pays it to each."""

    type: ClassVar[str] = "deal-won"
    seat: int
    landlord: int
    rate: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    """`winners` have the most chips, `chips`."""

    type: ClassVar[str] = "match-ended"
    winners: tuple[int, ...]
    chips: int


HAPPENINGS: tuple[type[Happening], ...] = (
    DealBegan, Dealt, FaceUp, Accepted, Refused, LandlordNamed, BombsLimited, KittyShown, KittyTaken, KittySeen,
    KittyLeft, Played, Passed, HandShown, DealWon, MatchEnded,
)  # fmt: skip
