"""The full state of a GET9! table, secrets included."""

from dataclasses import dataclass

from games.engine import values
from games.titles.get9.parts import Cards, Options, Outcome, Phase, Piles, Round, Status


@dataclass(frozen=True, slots=True, repr=False)
class State(values.State):
    """Tuples run by seat. Cards lie from a match's beginning until its payment; in between they are empty."""

    rules: int
    options: Options
    phase: Phase
    match: int  # 0 before the first; one more than the option says in the extra match
    round: int  # 1 to 3, 0 between matches
    button: int
    chips: tuple[int, ...]
    pots: tuple[int, ...]  # each seat's own pot: all it has put in during this match
    bets: tuple[int, ...]  # the part of it put in during this round
    statuses: tuple[Status, ...]
    acted: tuple[bool, ...]  # in this round's betting
    turn: int | None  # who has to bet
    cap: int | None  # the highest bet of this round, None without a limit
    carry: int  # the carry-over pot
    dealer: Piles
    splits: tuple[Piles, ...]  # () until a seat has split its cards
    picks: tuple[Cards, ...]  # the cards a seat has chosen, round by round; the last one may still be secret
    rounds: tuple[Round, ...]  # what has been opened
    last: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.chips)

    @property
    def table_bet(self) -> int:
        return max(self.bets)

    @property
    def contenders(self) -> tuple[int, ...]:
        """Who may still win the match: everybody in it who has not folded."""
        return self._with_status("active", "resting", "all-in")

    @property
    def active(self) -> tuple[int, ...]:
        """Who may still bet in this round."""
        return self._with_status("active")

    @property
    def choosing(self) -> tuple[int, ...]:
        """Who still has to split or to choose a card."""
        if self.phase != "choose":
            return ()
        return tuple(seat for seat in self.contenders if len(self.picks[seat]) < self.round)

    @property
    def points(self) -> tuple[int, ...]:
        """Of the match so far, by seat."""
        scored = [opened.points for opened in self.rounds if opened.points]
        return tuple(sum(points[seat] for points in scored) for seat in range(self.seats))

    @property
    def dealer_points(self) -> int:
        """Of the match so far."""
        return sum(opened.dealer_points for opened in self.rounds)

    @property
    def next_button(self) -> int:
        """The button's left neighbour, not counting who began the match without chips (rules sheet, 3.2)."""
        return next(seat for seat in self.clockwise(self.button + 1) if self.statuses[seat] != "out")

    def owes(self, seat: int) -> int:
        """Chips missing to the table's bet."""
        return self.table_bet - self.bets[seat]

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats, beginning with that one."""
        return tuple((first + i) % self.seats for i in range(self.seats))

    def _with_status(self, *wanted: Status) -> tuple[int, ...]:
        return tuple(seat for seat, status in enumerate(self.statuses) if status in wanted)


STATE = State
