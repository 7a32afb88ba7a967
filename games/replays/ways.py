"""Ways through a match, seen from a position: chapters, decisions, single steps."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from games.replays.outline import NO_TURN, SEATS


@dataclass(frozen=True, slots=True)
class Chapters:
    """Where the hands (rounds, stages …) of a match begin, seen from position `n`; `number` is 0 before the first."""

    name: str
    begins: list[int]
    n: int

    @property
    def number(self) -> int:
        return bisect_right(self.begins, self.n)

    @property
    def prev(self) -> int | None:
        """The beginning of this one, or of the one before if this has just begun."""
        earlier = bisect_left(self.begins, self.n)
        return self.begins[earlier - 1] if earlier else None

    @property
    def next(self) -> int | None:
        return self.begins[self.number] if self.number < len(self.begins) else None


@dataclass(frozen=True, slots=True)
class Decisions:
    """Where a seat has decided, or (None) any seat, before and after position `n`; as in `Outline.turns`."""

    turns: str
    first: int
    n: int
    seat: int | None

    @property
    def prev(self) -> int | None:
        return self._found(range(min(self.n - self.first, len(self.turns)) - 1, -1, -1))

    @property
    def next(self) -> int | None:
        return self._found(range(self.n - self.first + 1, len(self.turns)))

    def _found(self, places: range) -> int | None:
        found = (at for at in places if self._is_one(self.turns[at]))
        return next((self.first + at for at in found), None)

    def _is_one(self, sign: str) -> bool:
        return sign != NO_TURN if self.seat is None else sign == SEATS[self.seat]


@dataclass(frozen=True, slots=True)
class Way:
    """A link of the viewer: what a script calls it, its key, where it leads ("": nowhere) and its words."""

    go: str
    keys: str
    icon: str
    address: str
    says: str

    @property
    def id(self) -> str:
        return f"step-{self.go}"
