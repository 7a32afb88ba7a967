"""What becomes visible."""

from dataclasses import dataclass

from games.engine.values import Happening
from games.titles.get9.parts import Cards, Piles, Result, Silence


@dataclass(frozen=True, slots=True)
class MatchBegan(Happening):
    """The dealer's piles are laid; `seat` has the start button. `extra`: played for the carry-over pot."""

    type = "match-began"
    match: int
    seat: int
    extra: bool
    carry: int


@dataclass(frozen=True, slots=True)
class SplitDone(Happening):
    """That a seat has split its cards; never how."""

    type = "split-done"
    seat: int


@dataclass(frozen=True, slots=True)
class SplitMade(Happening):
    """Told to the seat alone."""

    type = "split-made"
    seat: int
    piles: Piles


@dataclass(frozen=True, slots=True)
class Chosen(Happening):
    """That a seat has chosen a card; never which."""

    type = "chosen"
    seat: int


@dataclass(frozen=True, slots=True)
class CardChosen(Happening):
    """Told to the seat alone."""

    type = "card-chosen"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Played(Happening):
    type = "played"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DealerOpened(Happening):
    type = "dealer-opened"
    card: str


@dataclass(frozen=True, slots=True)
class Scored(Happening):
    """A seat beat the dealer's card: its other two, and their sum."""

    type = "scored"
    seat: int
    cards: Cards
    points: int


@dataclass(frozen=True, slots=True)
class DealerScored(Happening):
    """The dealer beat everybody's card. Without points `cards` is empty."""

    type = "dealer-scored"
    cards: Cards
    points: int


@dataclass(frozen=True, slots=True)
class NoBetting(Happening):
    """A round's betting is skipped: by the table's option, at the limit, or with one player able to bet."""

    type = "no-betting"
    round: int
    reason: Silence


@dataclass(frozen=True, slots=True)
class Opened(Happening):
    type = "opened"
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Called(Happening):
    """`chips` paid; 0 for staying in for nothing."""

    type = "called"
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Raised(Happening):
    type = "raised"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Checked(Happening):
    """`rests`: for the rest of the round's betting."""

    type = "checked"
    seat: int
    rests: bool


@dataclass(frozen=True, slots=True)
class Folded(Happening):
    type = "folded"
    seat: int


@dataclass(frozen=True, slots=True)
class WentAllIn(Happening):
    type = "went-all-in"
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Happening):
    """The second or third round; `seat` has the start button."""

    type = "round-began"
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    """The sums of the three rounds; points by seat. `winner` is the one best player, if he beat the dealer."""

    type = "match-ended"
    match: int
    result: Result
    winner: int | None
    points: tuple[int, ...]
    dealer_points: int


@dataclass(frozen=True, slots=True)
class Won(Happening):
    """Chips out of the pots, and out of the carry-over pot."""

    type = "won"
    seat: int
    chips: int
    carry: int


@dataclass(frozen=True, slots=True)
class CarriedOver(Happening):
    """Chips that went to the carry-over pot, and what lies there now."""

    type = "carried-over"
    chips: int
    carry: int


@dataclass(frozen=True, slots=True)
class GameEnded(Happening):
    """Most chips win. `left`: chips of the carry-over pot that are nobody's."""

    type = "game-ended"
    seats: tuple[int, ...]
    chips: int
    left: int


HAPPENINGS: tuple[type[Happening], ...] = (
    MatchBegan, SplitDone, SplitMade, Chosen, CardChosen, Played, DealerOpened, Scored, DealerScored, NoBetting,
    Opened, Called, Raised, Checked, Folded, WentAllIn, RoundBegan, MatchEnded, Won, CarriedOver, GameEnded,
)  # fmt: skip
