"""What seats decide, what becomes visible, and the small values that state and view share."""

from dataclasses import dataclass
from typing import Literal

from games.engine.values import Happening, Move

Cards = tuple[str, ...]
Piles = tuple[Cards, ...]
Phase = Literal["begin", "choose", "dealer", "score", "bet", "end", "over"]
Status = Literal["active", "resting", "all-in", "folded", "out"]
Result = Literal["winner", "dealer", "tie"]
Silence = Literal["option", "limit", "alone"]

ROUNDS = 3


# --- moves -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Split(Move):
    """The own nine cards as three piles of three: left, centre, right."""

    type = "split"
    piles: Piles


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """The card of this round's pile to play."""

    type = "choose"
    card: str


@dataclass(frozen=True, slots=True)
class Open(Move):
    """The forced first bet of a match."""

    type = "open"
    chips: int


@dataclass(frozen=True, slots=True)
class Call(Move):
    """Match the table's bet, or stay in for nothing."""

    type = "call"


@dataclass(frozen=True, slots=True)
class Raise(Move):
    """Bring the own bet of the round to a higher amount."""

    type = "raise"
    to: int


@dataclass(frozen=True, slots=True)
class Check(Move):
    """Rest: no part in the rest of the round's betting."""

    type = "check"


@dataclass(frozen=True, slots=True)
class Fold(Move):
    """Leave the match; the chips stay in the pot."""

    type = "fold"


@dataclass(frozen=True, slots=True)
class AllIn(Move):
    """Put everything in where it isn't enough for a call."""

    type = "all-in"


MOVES: tuple[type[Move], ...] = (Split, Choose, Open, Call, Raise, Check, Fold, AllIn)


# --- shared values -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """The table options, fixed at setup."""

    matches: int
    start_chips: int
    bet_limit: int  # 0: none
    per_round: bool  # whether the limit counts anew in each round
    check_locks_out: bool
    free_call: bool
    final_round_betting: bool


@dataclass(frozen=True, slots=True)
class Round:
    """What a round has opened so far; it lies open for the rest of the match. Tuples run by seat."""

    played: Cards  # "" for who has folded or is out
    dealer: str = ""  # the dealer's card, "" until it is opened
    others: Piles = ()  # the other two cards of who beat the dealer, () for the rest; empty until scored
    points: tuple[int, ...] = ()
    dealer_others: Cards = ()  # the dealer's first and third card, if it scored
    dealer_points: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished match, as everybody may remember it. Tuples run by seat."""

    match: int
    rounds: tuple[Round, ...]
    statuses: tuple[Status, ...]
    points: tuple[int, ...]
    dealer_points: int
    pots: tuple[int, ...]
    carried_in: int  # the carry-over pot before
    result: Result
    winner: int | None
    won: tuple[int, ...]
    carried_out: int  # the carry-over pot after


# --- happenings --------------------------------------------------------------------------------------------------


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
