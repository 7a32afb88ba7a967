"""Happenings. Those visible "to the seat only" are visible to everyone in solo, where only the deck is hidden."""

from games.catalog.crown.cards import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """Something visible at a table of The Crown of Lombardia."""


class FirstPlayer(Happening):
    seat: int


class Began(Happening):
    """Five cards each from a deck of 25; two princes and a bishop go to the discard pile."""


class Dealt(Happening):  # visible to the seat only
    seat: int
    cards: Cards  # the initial hand


class TurnBegan(Happening):
    turn: int
    seat: int


class Reshuffled(Happening):
    cards: int  # number of cards of the discard pile that form the new deck


class Drew(Happening):
    seat: int
    count: int  # number of cards


class DrewCards(Happening):  # visible to the seat only
    seat: int
    cards: Cards


class Kept(Happening):
    seat: int  # the turn player, who kept a card and passed two


class KeptCard(Happening):  # visible to the seat only
    seat: int
    kind: str


class Passed(Happening):  # visible to both seats
    seat: int
    cards: Cards  # the two cards passed on


class Picked(Happening):
    seat: int  # kept one of the two; the last one is face down in the pile


class PickedCard(Happening):  # visible to the seat only
    seat: int
    kind: str  # kept
    other: str  # discarded


class Given(Happening):  # solo
    kind: str  # given to the automaton
    other: str  # put into the pile


class BishopsShown(Happening):
    seat: int
    cards: Cards
    points: int
    score: int


class NoblesDiscarded(Happening):
    seat: int
    cards: Cards
    points: int
    score: int


class Attacked(Happening):
    seat: int
    cards: Cards


class Defended(Happening):
    seat: int
    cards: Cards


class Yielded(Happening):
    seat: int  # doesn't defend


class HandOpened(Happening):
    seat: int  # the attacked seat
    cards: int  # size of the hand


class HandSeen(Happening):  # visible to the attacker only
    seat: int
    cards: Cards  # the whole hand


class Taken(Happening):
    """The attacker names a kind: `seat` discards all its cards of it, and loses the points the attacker gains."""

    seat: int
    kind: str
    count: int
    points: int


class TurnEnded(Happening):
    seat: int
    returned: Cards  # shown during the turn, and back in the hand


class Discarded(Happening):  # at the hand limit, face down
    seat: int
    count: int


class DiscardedCards(Happening):  # visible to the seat only
    seat: int
    cards: Cards


class Refilled(Happening):  # solo
    seat: int  # the automaton
    cards: Cards  # drawn, up to five in the hand


class PrincesRevealed(Happening):
    seat: int


class MatchEnded(Happening):
    winner: int
    score: int
    by_princes: bool

    @property
    def moment(self) -> str:
        return "princes" if self.by_princes else ""
