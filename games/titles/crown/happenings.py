"""What becomes visible. "Told to the seat alone" means in solo: to everybody, for only the deck is hidden there."""

from games.engine import values
from games.titles.crown.kinds import Cards


class Happening(values.Happening):
    """What can be seen at a table of The Crown of Lombardia."""


class FirstPlayer(Happening):
    seat: int


class Began(Happening):
    """Five cards each from a deck of 25; two princes and a bishop in the discard pile."""


class Dealt(Happening):
    """A first hand: told to its seat alone."""

    seat: int
    cards: Cards


class TurnBegan(Happening):
    turn: int
    seat: int


class Reshuffled(Happening):
    """The discard pile, `cards` of them, is the new deck."""

    cards: int


class Drew(Happening):  # how many cards a seat drew
    seat: int
    count: int


class DrewCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


class Kept(Happening):
    """That the turn player has kept a card and passed two."""

    seat: int


class KeptCard(Happening):  # told to the seat alone
    seat: int
    kind: str


class Passed(Happening):
    """Told to both seats: the two cards passed."""

    seat: int
    cards: Cards


class Picked(Happening):
    """That the other has kept one of the two; the last lies face down in the pile."""

    seat: int


class PickedCard(Happening):
    """Told to the seat alone: what it kept and what it discarded."""

    seat: int
    kind: str
    other: str


class Given(Happening):
    """Solo: what the automaton gets of the draft, and what goes to the pile."""

    kind: str
    other: str


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


class Yielded(Happening):  # that a seat does not defend
    seat: int


class HandOpened(Happening):
    """That the attacker has seen the hand of `seat`; `cards` is its size."""

    seat: int
    cards: int


class HandSeen(Happening):
    """Told to the attacker alone: the whole hand of `seat`."""

    seat: int
    cards: Cards


class Taken(Happening):
    """The attacker names the kind: `seat` discards all its cards of it and loses the points the attacker gains."""

    seat: int
    kind: str
    count: int
    points: int


class TurnEnded(Happening):
    """`returned`: the cards shown go back to the hand."""

    seat: int
    returned: Cards


class Discarded(Happening):  # at the hand limit, face down
    seat: int
    count: int


class DiscardedCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


class Refilled(Happening):
    """Solo: the automaton draws up to five cards."""

    seat: int
    cards: Cards


class PrincesRevealed(Happening):
    seat: int


class MatchEnded(Happening):
    winner: int
    score: int
    by_princes: bool
