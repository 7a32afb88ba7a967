"""The full state of a Dou Dizhu table, hidden cards included."""

from dataclasses import dataclass

from games.engine import values
from games.engine.quick import quick
from games.titles.doudizhu.book import Book, book
from games.titles.doudizhu.moves import SEATS, Answer, Options, Outcome, Phase, Trick, Turn, to_beat
from games.titles.doudizhu.ranks import Cards

NOTHING: tuple[Cards, ...] = ((),) * SEATS
UNASKED: tuple[Answer, ...] = ("", "", "", "")
UNLIMITED: tuple[int | None, ...] = (None,) * SEATS


@quick
@dataclass(frozen=True, slots=True, repr=False)
class State(values.State):
    """Tuples run by seat, cards from low to high. Between two deals there are no cards, and nobody is landlord."""

    rules: int
    options: Options
    phase: Phase = "deal"
    deal: int = 0  # the number of the present one, or of the last
    chips: tuple[int, ...] = (0,) * SEATS
    hands: tuple[Cards, ...] = NOTHING
    kitty: Cards = ()  # as dealt; whether the landlord has it by now is another matter
    starter: int | None = None  # drew the face-up card
    face_up: str = ""
    answers: tuple[Answer, ...] = UNASKED
    landlord: int | None = None
    rate: int = 0
    bombs_left: tuple[int | None, ...] = UNLIMITED  # None: as many as one has
    played: tuple[Cards, ...] = NOTHING
    trick: Trick = ()
    previous: Trick = ()  # the trick before
    last: Outcome | None = None

    @property
    def turn(self) -> int | None:
        """The seat to decide, if any. Everything goes counterclockwise."""
        if self.phase == "play":
            return (self.trick[-1].seat - 1) % SEATS if self.trick else self.landlord
        if self.phase == "auction" and self.starter is not None:
            return (self.starter - sum(answer != "" for answer in self.answers)) % SEATS
        return None

    @property
    def top(self) -> Turn | None:
        """The play to beat; None for who leads."""
        return to_beat(self.trick)

    @property
    def book(self) -> Book:
        """The combinations of this table."""
        return book(self.options.low_two, self.options.mixed_rank)


STATE = State
