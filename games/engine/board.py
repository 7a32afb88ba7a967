"""A position as a plain value, for everything that shows it: pages, descriptions in words, pictures.

A game's `board.py` builds it from a view, so that it contains nothing that the seat may not know. Names, clocks and
other things about people are not in it: whoever draws it adds them by seat number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from games.engine.phrases import Words

CardMark = Literal["plain", "counts", "aside"]
V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card on the table; without a code, its back. After a showdown it `counts` or steps `aside`."""

    code: str = ""
    mark: CardMark = "plain"

    @property
    def is_open(self) -> bool:
        return bool(self.code)


BACK = BoardCard()


@dataclass(frozen=True, slots=True)
class Amount:
    """Coins, chips or points: their number, and how the game writes it ("$120", "12 coins").

    A symbol is drawn next to it, as often as the number says.
    """

    number: int
    text: Words
    label: Words = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Puck:
    """A marker that lies at one seat, such as the dealer's: a letter and its name."""

    letter: Words
    name: Words


@dataclass(frozen=True, slots=True)
class Memory:
    """Something that the reader alone remembers, with cards that don't lie on the table."""

    label: Words
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """What lies at a seat. The first amount is what the seat has; `won` is what it has just won."""

    number: int
    amounts: tuple[Amount, ...] = ()
    cards: tuple[BoardCard, ...] = ()
    bet: Amount | None = None
    won: Amount | None = None
    action: Words = ""  # its last action, if the position shows it
    pucks: tuple[Puck, ...] = ()
    badges: tuple[Words, ...] = ()
    is_out: bool = False  # takes no part in the rest of this round
    note: Words = ""  # the name of its hand
    remarks: tuple[Words, ...] = ()  # shown when the seat is opened
    memories: tuple[Memory, ...] = ()  # at the reader's own seat

    @property
    def is_winner(self) -> bool:
        return self.won is not None


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards in the middle, and empty places for those still to come."""

    kind: ClassVar[str] = "cards"
    label: Words
    cards: tuple[BoardCard, ...]
    empty_places: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """What is played for; `parts` if it is divided, as into side pots."""

    kind: ClassVar[str] = "pot"
    label: Words
    amount: Amount
    parts: tuple[Amount, ...] = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """A stock that drains, such as a bank: its content, and how much it held when it was full."""

    amount: Amount
    full: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class Stacks:
    """Stocks side by side, with facts about them."""

    kind: ClassVar[str] = "stacks"
    label: Words
    stacks: tuple[Stack, ...]
    facts: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Short facts about the round, with the board's headline."""

    kind: ClassVar[str] = "facts"
    facts: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class CardOrder:
    """Cards or suits in the order of their strength, the best first. They don't lie on the table."""

    kind: ClassVar[str] = "order"
    label: Words
    codes: tuple[str, ...]


Group = CardRow | Pot | Stacks | Facts | CardOrder


@dataclass(frozen=True, slots=True)
class Track:
    """A race to a goal: how far each seat has come."""

    goal: Amount
    numbers: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class Board:
    """A position. `seat` is the reader's, None for a spectator; `deck` is the name of the deck of all cards.

    The seats lie in a ring, or two of them face to face (`duel`).
    """

    deck: str
    seat: int | None
    seats: tuple[SeatBoard, ...]
    centre: tuple[Group, ...] = ()
    centre_label: Words = ""
    headline: Words = ""
    track: Track | None = None
    layout: Literal["ring", "duel"] = "ring"

    @property
    def open_cards(self) -> tuple[BoardCard, ...]:
        """All cards that lie open, those of the middle first."""
        rows = [group.cards for group in self.centre if isinstance(group, CardRow)]
        return tuple(card for cards in (*rows, *(seat.cards for seat in self.seats)) for card in cards if card.is_open)


class BoardBuilder(Protocol[V_contra]):
    """The function of a game's `board.py`."""

    def __call__(self, view: V_contra, opened: Sequence[Any] | None = None) -> Board:
        """Build the board of a view. `opened` are all seats' own parts, where a replay shows every hand."""


def mark_cards(codes: Sequence[str | None], counted: Sequence[str] | None) -> tuple[BoardCard, ...]:
    """Return cards, marked by whether they are among those that counted; None if nothing is decided yet.

    >>> [card.mark for card in mark_cards(["K7", None, "B8"], ["B8"])]
    ['aside', 'plain', 'counts']
    """
    if counted is None:
        return tuple(BoardCard(code or "") for code in codes)
    return tuple(BoardCard(code, "counts" if code in counted else "aside") if code else BACK for code in codes)
