"""What a seat, or a spectator, of a Lombard table may know."""

from dataclasses import dataclass

from games.engine import values
from games.titles.lombard.hands import Hand
from games.titles.lombard.moves import Action, Options, Outcome, Phase


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it."""

    balance: int
    to_go: int  # coins still missing to win, never negative
    action: Action
    opened: int  # which hole card its CALL opened, -1 for none
    hole: tuple[str | None, ...]  # None for a hidden card; empty before the first deal
    hand: Hand | None  # once shown


@dataclass(frozen=True, slots=True)
class Public:
    rules: int
    options: Options
    phase: Phase
    round: int
    dealer: int
    turn: int | None
    pot: int
    supplied: int
    board: tuple[str, ...]
    shown: bool
    places: tuple[Place, ...]
    last: Outcome | None


@dataclass(frozen=True, slots=True)
class Own:
    """A seat's own hole cards and its best hand with the community cards so far."""

    cards: tuple[str, ...]
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class View(values.View):
    seat: int | None
    public: Public
    own: Own | None


VIEW = View
