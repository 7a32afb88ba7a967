"""What becomes visible. "Told to the seat alone" means in solo: to everybody, for only the deck is hidden there."""

from games.catalog.crown.cards import Cards
from games.engine.serialization import values


class Happening(values.Happening):
    """What can be seen at a table of The Crown of Lombardia."""


class FirstPlayer(Happening):
    seat: int


class Began(Happening):
    """Five cards each from a deck of 25; two princes and a bishop in the discard pile."""


class Dealt(Happening):  # told to the seat alone
    seat: int
    cards: Cards  # a first hand


class TurnBegan(Happening):
    turn: int
    seat: int


class Reshuffled(Happening):
    cards: int  # how many of the discard pile are the new deck


class Drew(Happening):
    seat: int
    count: int  # of cards


class DrewCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


class Kept(Happening):
    seat: int  # that kept a card and passed two, the turn player


class KeptCard(Happening):  # told to the seat alone
    seat: int
    kind: str


class Passed(Happening):  # told to both seats
    seat: int
    cards: Cards  # the two passed on


class Picked(Happening):
    seat: int  # that kept one of the two; the last lies face down in the pile


class PickedCard(Happening):  # told to the seat alone
    seat: int
    kind: str  # kept
    other: str  # discarded


class Given(Happening):  # solo
    kind: str  # what the automaton gets of the draft
    other: str  # what goes to the pile


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
    seat: int  # that does not defend


class HandOpened(Happening):
    seat: int  # whose hand the attacker has seen
    cards: int  # in it


class HandSeen(Happening):  # told to the attacker alone
    seat: int
    cards: Cards  # the whole hand


class Taken(Happening):
    """The attacker names the kind: `seat` discards all its cards of it and loses the points the attacker gains."""

    seat: int
    kind: str
    count: int
    points: int


class TurnEnded(Happening):
    seat: int
    returned: Cards  # shown in the turn, and back in the hand


class Discarded(Happening):  # at the hand limit, face down
    seat: int
    count: int


class DiscardedCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


class Refilled(Happening):  # solo
    seat: int  # the automaton's
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
