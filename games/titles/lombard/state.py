"""The full state of a Lombard table, hidden cards included."""

from dataclasses import dataclass

from games.engine import values
from games.titles.lombard.moves import Action, Options, Outcome, Phase


@dataclass(frozen=True, slots=True, repr=False)
class State(values.State):
    """Tuples run by seat. A round's cards lie until the next deal, so that its end can be looked at."""

    rules: int
    options: Options
    phase: Phase
    round: int
    dealer: int  # -1 before the first is drawn
    balances: tuple[int, ...]  # coins minus debt
    pot: int
    supplied: int  # coins the supply has given so far
    deck: tuple[str, ...]  # what is left of it, next card first
    holes: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]
    actions: tuple[Action, ...]
    opened: tuple[int, ...]  # which hole card a CALL opened, -1 for none
    shown: bool  # whether the hands still in were opened
    last: Outcome | None

    @property
    def seats(self) -> int:
        return len(self.balances)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the round's order of turns: left of the dealer first, the dealer last."""
        return tuple((self.dealer + i) % self.seats for i in range(1, self.seats + 1))

    @property
    def turn(self) -> int | None:
        """The seat to decide, if any."""
        if self.phase != "turns":
            return None
        return next(seat for seat in self.order if not self.actions[seat])

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that may still win the round, in order of turns: everybody who has not folded."""
        return tuple(seat for seat in self.order if self.actions[seat] != "fold")


STATE = State
