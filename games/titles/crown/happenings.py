"""What becomes visible. "Told to the seat alone" means in solo: to everybody, for only the deck is hidden there."""

from dataclasses import dataclass

from games.engine.values import Happening
from games.titles.crown.draft import DRAFT
from games.titles.crown.kinds import Cards


@dataclass(frozen=True, slots=True)
class FirstPlayer(Happening):
    type = "first-player"
    seat: int


@dataclass(frozen=True, slots=True)
class Began(Happening):
    """Five cards each from a deck of 25; two princes and a bishop in the discard pile."""

    type = "began"


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    """A first hand: told to its seat alone."""

    type = "dealt"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnBegan(Happening):
    type = "turn-began"
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Happening):
    """The discard pile, `cards` of them, is the new deck."""

    type = "reshuffled"
    cards: int


@dataclass(frozen=True, slots=True)
class BishopsShown(Happening):
    type = "bishops-shown"
    seat: int
    cards: Cards
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class NoblesDiscarded(Happening):
    type = "nobles-discarded"
    seat: int
    cards: Cards
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class Attacked(Happening):
    type = "attacked"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Defended(Happening):
    type = "defended"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Yielded(Happening):
    """That a seat does not defend."""

    type = "yielded"
    seat: int


@dataclass(frozen=True, slots=True)
class HandOpened(Happening):
    """That the attacker has seen the hand of `seat`; `cards` is its size."""

    type = "hand-opened"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class HandSeen(Happening):
    """Told to the attacker alone: the whole hand of `seat`."""

    type = "hand-seen"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Taken(Happening):
    """The attacker names the kind: `seat` discards all its cards of it and loses the points the attacker gains."""

    type = "taken"
    seat: int
    kind: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Happening):
    """`returned`: the cards shown go back to the hand."""

    type = "turn-ended"
    seat: int
    returned: Cards


@dataclass(frozen=True, slots=True)
class Discarded(Happening):
    """At the hand limit, face down."""

    type = "discarded"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DiscardedCards(Happening):
    """Told to the seat alone."""

    type = "discarded-cards"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Refilled(Happening):
    """Solo: the automaton draws up to five cards."""

    type = "refilled"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PrincesRevealed(Happening):
    type = "princes-revealed"
    seat: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Happening):
    type = "match-ended"
    winner: int
    score: int
    by_princes: bool


HAPPENINGS: tuple[type[Happening], ...] = (
    FirstPlayer, Began, Dealt, TurnBegan, Reshuffled, *DRAFT, BishopsShown, NoblesDiscarded, Attacked, Defended,
    Yielded, HandOpened, HandSeen, Taken, TurnEnded, Discarded, DiscardedCards, Refilled, PrincesRevealed, MatchEnded,
)  # fmt: skip
