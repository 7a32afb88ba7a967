"""Ways through a match, seen from a position: chapters, decisions, single steps."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.replays.summary import NO_TURN, SEAT_SYMBOLS


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
    """Where a seat has decided, or (None) any seat, before and after position `n`; as in `MatchSummary.turns`."""

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
        places_of_seat = (at for at in places if self._is_one(self.turns[at]))
        return next((self.first + at for at in places_of_seat), None)

    def _is_one(self, sign: str) -> bool:
        return sign != NO_TURN if self.seat is None else sign == SEAT_SYMBOLS[self.seat]


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of the viewer: what a script calls it, its key, where it leads ("": nowhere) and its words."""

    go: str
    keys: str
    icon: str
    address: str
    says: str

    @property
    def id(self) -> str:
        return f"step-{self.go}"


def build_nav_links(
    n: int, first: int, last: int, chapters: Chapters, decisions: Decisions, address: Callable[[int], str]
) -> dict[str, NavLink]:
    """All ways from position `n`, by the names that templates have for them."""
    back, forward = n > first, n < last
    is_from_seat = decisions.seat is not None
    ways = (
        ("first", "Home", "first", first if back else None, _("First")),
        ("back", "ArrowLeft", "back", n - 1 if back else None, _("Back")),
        ("forward", "ArrowRight", "forward", n + 1 if forward else None, _("Forward")),
        ("last", "End", "last", last if forward else None, _("Last: shows the result")),
        ("chapter-back", "[", "back-far", chapters.prev, _("To the beginning of this one, or of the one before")),
        ("chapter-forward", "]", "forward-far", chapters.next, _("To the next one")),
        ("turn-back", ",", "back-far", decisions.prev,
         _("To this seat’s previous decision") if is_from_seat else _("To the previous decision")),
        # That a seat decides no more would tell that it is out: on it goes all the same.
        ("turn-forward", ".", "forward-far", decisions.next or chapters.next or (last if forward else None),
         _("To this seat’s next decision") if is_from_seat else _("To the next decision")),
    )  # fmt: skip
    return {
        go.replace("-", "_"): NavLink(go, keys, icon, address(to) if to else "", says)
        for go, keys, icon, to, says in ways
    }
