"""The full state of a table of The Crown of Lombardia, secrets included."""

from dataclasses import dataclass

from games.engine.values import State
from games.titles.crown.kinds import SET_ASIDE, Cards
from games.titles.crown.parts import Deed, Options, Phase, asked_in


@dataclass(frozen=True, slots=True, repr=False)
class CrownState(State):
    """Pairs are by seat; in solo seat 1 is the automaton."""

    options: Options
    phase: Phase = "start"
    turn: int = 0
    player: int = 0  # whose turn it is; means nothing before the first
    scores: tuple[int, int] = (0, 0)
    hands: tuple[Cards, Cards] = ((), ())  # bishops and princes on show included
    deck: Cards = ()
    drawn: Cards = ()  # by the turn player, before one is kept
    pile: Cards = SET_ASIDE  # the discard pile's cards that everybody knows …
    secrets: tuple[Cards, Cards] = ((), ())  # … and those only the seat knows that put them there
    passed: tuple[Cards, Cards] = ((), ())  # the two cards each seat passed last: both seats know them
    known: tuple[Cards, Cards] = ((), ())  # what each seat surely knows of the other's hand
    tabled: Cards = ()  # bishops and princes on show until the turn ends
    deeds: tuple[Deed, ...] = ()  # of this turn
    before: tuple[Deed, ...] = ()  # of the turn before
    shuffles: int = 0
    winner: int | None = None
    by_princes: bool = False

    @property
    def other(self) -> int:
        """The turn player's opponent."""
        return 1 - self.player

    @property
    def asked(self) -> int | None:
        """The seat that must decide; None while the house moves."""
        seat = asked_in(self.phase, self.player)
        return None if self.options.solo and seat == 1 else seat


STATE = CrownState
