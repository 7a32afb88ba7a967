"""The full state of a Dilemma table, hidden cards included."""

from dataclasses import dataclass

from games.engine import values
from games.engine.quick import quick
from games.kit.betting import Betting
from games.titles.dilemma.cards import ranking
from games.titles.dilemma.parts import BLINDS, Cards, Exit, Options, Outcome, Phase


@quick
@dataclass(frozen=True, slots=True, repr=False)
class State(values.State):
    """Tuples run by seat. A hand's cards lie until the next blinds, so that its end can be looked at."""

    rules: int
    options: Options
    phase: Phase
    hand: int  # number of the hand, 0 before the first
    dealer: int  # -1 before the first is drawn
    turn: int  # the seat to decide, -1 for none
    betting: Betting
    bank: tuple[int, ...]  # what is left of the three
    deck: Cards  # what is left of it, next card first
    holes: tuple[Cards, ...]
    board: Cards
    opened: bool  # whether the live hole cards lie open
    starts: tuple[int, ...]  # stacks at the start of the hand
    exits: tuple[Exit, ...]
    last: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.holes)

    @property
    def level(self) -> int:
        """The active bank, 0 to 2: banks are emptied in order and never refilled (section 8)."""
        for at, chips in enumerate(self.bank):
            if chips:
                return at
        return len(self.bank) - 1

    @property
    def blinds(self) -> tuple[int, int]:
        """Small and big blind of the present level; the big one is the minimum bet."""
        return BLINDS[self.level]

    @property
    def live(self) -> tuple[int, ...]:
        """The seats dealt in that have not folded."""
        return tuple([seat for seat, lives in enumerate(self.betting.live) if lives])

    def best(self, seat: int) -> int:
        """The value of a seat's hand with the community cards so far."""
        order = ranking(self.options.one_is_high, self.options.flush_first)
        return order.best(order.codes(self.holes[seat] + self.board))


STATE = State
