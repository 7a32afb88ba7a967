"""Legal moves as a closed set: pages render it, bots choose from it, and it equals exactly what `apply` accepts.

>>> class Bid(Move):
...     to: int
>>> legal = Legal((Amount(Bid, "to", 10, 50, 10),))
>>> legal.contains(Bid(30)), legal.contains(Bid(35)), legal.contains(Bid(60))
(True, False, False)
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

from games.engine.chance import Rng
from games.engine.serialization.type_checks import has_exact_types
from games.engine.serialization.values import Move, frozen_dataclass

M_co = TypeVar("M_co", bound=Move, covariant=True)


@frozen_dataclass
class Choice(Generic[M_co]):
    """A list of moves: one button each."""

    moves: tuple[M_co, ...]

    def contains(self, move: object) -> bool:
        return move in self.moves and has_exact_types(move)

    def sample(self, rng: Rng) -> M_co:
        return rng.choice(self.moves)

    @property
    def types(self) -> frozenset[str]:
        return frozenset(move.type for move in self.moves)


@frozen_dataclass
class Amount(Generic[M_co]):
    """A move with one integer: `min`, `min + step`, … up to `max`."""

    make: type[M_co]
    field: str
    min: int
    max: int
    step: int = 1

    def contains(self, move: object) -> bool:
        if type(move) is not self.make:
            return False
        value = getattr(move, self.field)
        return type(value) is int and self.min <= value <= self.max and (value - self.min) % self.step == 0

    def sample(self, rng: Rng) -> M_co:
        return self._with(self.min + self.step * rng.randbelow((self.max - self.min) // self.step + 1))

    def _with(self, value: int) -> M_co:
        return self.make(**{self.field: value})

    @property
    def types(self) -> frozenset[str]:
        return frozenset({self.make.type})


@frozen_dataclass
class Pick(Generic[M_co]):
    """A move naming `min` to `max` different cards out of `cards`, in any order."""

    make: type[M_co]
    field: str
    cards: tuple[str, ...]
    min: int
    max: int

    def contains(self, move: object) -> bool:
        if type(move) is not self.make or not has_exact_types(move):
            return False
        picked: tuple[str, ...] = getattr(move, self.field)
        return (
            self.min <= len(picked) <= self.max and len(set(picked)) == len(picked) and set(picked) <= set(self.cards)
        )

    def sample(self, rng: Rng) -> M_co:
        count = self.min + rng.randbelow(self.max - self.min + 1)
        return self.make(**{self.field: tuple(sorted(rng.shuffled(self.cards)[:count]))})

    @property
    def types(self) -> frozenset[str]:
        return frozenset({self.make.type})


@frozen_dataclass
class Arrange(Generic[M_co]):
    """A move that splits all `cards` into piles of the given sizes; the order inside a pile doesn't matter.

    If `first` is set, it is the field that may name a card of the first pile, or "" for none.
    """

    make: type[M_co]
    field: str
    cards: tuple[str, ...]
    shape: tuple[int, ...]
    first: str = ""

    def contains(self, move: object) -> bool:
        if type(move) is not self.make or not has_exact_types(move):
            return False
        piles: tuple[tuple[str, ...], ...] = getattr(move, self.field)
        laid = [card for pile in piles for card in pile]
        if tuple(map(len, piles)) != self.shape or sorted(laid) != sorted(self.cards):
            return False
        return not self.first or getattr(move, self.first) in ("", *piles[0])

    def sample(self, rng: Rng) -> M_co:
        cards, piles = rng.shuffled(self.cards), []
        for size in self.shape:
            piles.append(tuple(sorted(cards[:size])))
            cards = cards[size:]
        named = {self.first: rng.choice(("", *piles[0]))} if self.first else {}
        return self.make(**{self.field: tuple(piles)}, **named)

    @property
    def types(self) -> frozenset[str]:
        return frozenset({self.make.type})


@frozen_dataclass
class Combos(Generic[M_co]):
    """A move that plays exactly one of these combinations: a Choice too large for one button each.

    `plays` are in the format of the move's field. Searching a few hundred is faster than building a set of them.
    """

    make: type[M_co]
    field: str
    plays: tuple[tuple[str, ...], ...]

    def contains(self, move: object) -> bool:
        return type(move) is self.make and has_exact_types(move) and getattr(move, self.field) in self.plays

    def sample(self, rng: Rng) -> M_co:
        return self.make(**{self.field: rng.choice(self.plays)})

    @property
    def types(self) -> frozenset[str]:
        return frozenset({self.make.type})


MoveSet = Choice[M_co] | Amount[M_co] | Pick[M_co] | Arrange[M_co] | Combos[M_co]


@frozen_dataclass
class Legal(Generic[M_co]):
    """All legal moves of a seat, as a union of sets. Falsy if there are none."""

    sets: tuple[MoveSet[M_co], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sets)

    def __iter__(self) -> Iterator[MoveSet[M_co]]:
        return iter(self.sets)

    def contains(self, move: object) -> bool:
        return any(part.contains(move) for part in self.sets)

    @property
    def is_choice(self) -> bool:
        """Return whether there is more than one move."""
        return len(self.sets) > 1 or any(map(_has_several, self.sets))

    def sample(self, rng: Rng) -> M_co:
        """Return a random legal move: first a set, then a move from it, both uniformly. Raises if there are none."""
        return rng.choice(self.sets).sample(rng)

    def of(self, kind: str) -> MoveSet[M_co] | None:
        """Return the first set that contains moves of that type."""
        return next((part for part in self.sets if kind in part.types), None)

    def moves_of(self, kind: str) -> tuple[M_co, ...]:
        """Return the moves of that type in Choice sets."""
        return tuple(m for part in self.sets if isinstance(part, Choice) for m in part.moves if m.type == kind)


def _has_several(moves: MoveSet[M_co]) -> bool:
    match moves:
        case Choice():
            return len(moves.moves) > 1
        case Combos():
            return len(moves.plays) > 1
        case Amount():
            return moves.max > moves.min
        case Pick():
            return moves.min < len(moves.cards)
        case _:
            return True
