"""What one seat, or a spectator, may know of a table of The Crown of Lombardia."""

from dataclasses import dataclass

from games.engine.values import View
from games.titles.crown.kinds import Cards
from games.titles.crown.parts import Deed, Options, Phase, asked_in


@dataclass(frozen=True, slots=True)
class Public:
    """The same for everybody. Pairs are by seat; in solo seat 1 is the automaton."""

    options: Options
    phase: Phase
    turn: int
    player: int  # whose turn it is; means nothing before the first
    scores: tuple[int, int]
    sizes: tuple[int, ...]  # of the hands; empty where players count for themselves
    deck: int
    in_draw: int  # cards drawn and not yet kept or passed
    pile: Cards  # the known cards of the discard pile
    pile_size: int
    tabled: Cards  # on show until the turn ends
    deeds: tuple[Deed, ...]  # of this turn
    before: tuple[Deed, ...]  # of the turn before
    shuffles: int
    winner: int | None
    by_princes: bool
    hands: tuple[Cards, ...]  # solo: both; else empty
    drafted: Cards  # solo: the cards of the running draft

    @property
    def other(self) -> int:
        """The turn player's opponent."""
        return 1 - self.player

    @property
    def asked(self) -> int | None:
        """The seat whose answer the phase waits for, be it the automaton's; None while the house moves."""
        return asked_in(self.phase, self.player)


@dataclass(frozen=True, slots=True)
class Own:
    """What a seat holds and remembers."""

    hand: Cards
    drawn: Cards
    passed: Cards  # the two cards it passed last
    offered: Cards  # the two cards it was passed last
    buried: Cards  # its own secret discards in the pile
    known: Cards  # what the other surely holds
    exposed: Cards  # what the other knows of this hand

    @property
    def half(self) -> int:
        """How many cards the hand limit takes."""
        return len(self.hand) // 2


@dataclass(frozen=True, slots=True)
class CrownView(View):
    seat: int | None
    public: Public
    own: Own | None


VIEW = CrownView
