"""What the draft makes visible. "Told to the seat alone" means in solo: to everybody."""

from dataclasses import dataclass

from games.engine.values import Happening
from games.titles.crown.kinds import Cards


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """How many cards a seat drew."""

    type = "drew"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrewCards(Happening):
    """Told to the seat alone."""

    type = "drew-cards"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Kept(Happening):
    """That the turn player has kept a card and passed two."""

    type = "kept"
    seat: int


@dataclass(frozen=True, slots=True)
class KeptCard(Happening):
    """Told to the seat alone."""

    type = "kept-card"
    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Passed(Happening):
    """Told to both seats: the two cards passed."""

    type = "passed"
    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Picked(Happening):
    """That the other has kept one of the two; the last lies face down in the pile."""

    type = "picked"
    seat: int


@dataclass(frozen=True, slots=True)
class PickedCard(Happening):
    """Told to the seat alone: what it kept and what it discarded."""

    type = "picked-card"
    seat: int
    kind: str
    other: str


@dataclass(frozen=True, slots=True)
class Given(Happening):
    """Solo: what the automaton gets of the draft, and what goes to the pile."""

    type = "given"
    kind: str
    other: str


DRAFT: tuple[type[Happening], ...] = (Drew, DrewCards, Kept, KeptCard, Passed, Picked, PickedCard, Given)
