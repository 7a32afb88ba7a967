"""What becomes visible. "Told to the seat alone" means in solo: to everybody, for only the deck is hidden there."""

from games.engine import values
from games.engine.values import value
from games.titles.crown.kinds import Cards


class Happening(values.Happening):
    """What can be seen at a table of The Crown of Lombardia."""

    __slots__ = ()


@value
class FirstPlayer(Happening):
    seat: int


@value
class Began(Happening):
    """Five cards each from a deck of 25; two princes and a bishop in the discard pile."""


@value
class Dealt(Happening):
    """A first hand: told to its seat alone."""

    seat: int
    cards: Cards


@value
class TurnBegan(Happening):
    turn: int
    seat: int


@value
class Reshuffled(Happening):
    """The discard pile, `cards` of them, is the new deck."""

    cards: int


@value
class Drew(Happening):  # how many cards a seat drew
    seat: int
    count: int


@value
class DrewCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


@value
class Kept(Happening):
    """That the turn player has kept a card and passed two."""

    seat: int


@value
class KeptCard(Happening):  # told to the seat alone
    seat: int
    kind: str


@value
class Passed(Happening):
    """Told to both seats: the two cards passed."""

    seat: int
    cards: Cards


@value
class Picked(Happening):
    """That the other has kept one of the two; the last lies face down in the pile."""

    seat: int


@value
class PickedCard(Happening):
    """Told to the seat alone: what it kept and what it discarded."""

    seat: int
    kind: str
    other: str


@value
class Given(Happening):
    """Solo: what the automaton gets of the draft, and what goes to the pile."""

    kind: str
    other: str


@value
class BishopsShown(Happening):
    seat: int
    cards: Cards
    points: int
    score: int


@value
class NoblesDiscarded(Happening):
    seat: int
    cards: Cards
    points: int
    score: int


@value
class Attacked(Happening):
    seat: int
    cards: Cards


@value
class Defended(Happening):
    seat: int
    cards: Cards


@value
class Yielded(Happening):  # that a seat does not defend
    seat: int


@value
class HandOpened(Happening):
    """That the attacker has seen the hand of `seat`; `cards` is its size."""

    seat: int
    cards: int


@value
class HandSeen(Happening):
    """Told to the attacker alone: the whole hand of `seat`."""

    seat: int
    cards: Cards


@value
class Taken(Happening):
    """The attacker names the kind: `seat` discards all its cards of it and loses the points the attacker gains."""

    seat: int
    kind: str
    count: int
    points: int


@value
class TurnEnded(Happening):
    """`returned`: the cards shown go back to the hand."""

    seat: int
    returned: Cards


@value
class Discarded(Happening):  # at the hand limit, face down
    seat: int
    count: int


@value
class DiscardedCards(Happening):  # told to the seat alone
    seat: int
    cards: Cards


@value
class Refilled(Happening):
    """Solo: the automaton draws up to five cards."""

    seat: int
    cards: Cards


@value
class PrincesRevealed(Happening):
    seat: int


@value
class MatchEnded(Happening):
    winner: int
    score: int
    by_princes: bool
