"""What everybody and what one seat knows of a table of The Crown of Lombardia."""

from games.catalog.crown.cards import SET_ASIDE, Cards
from games.catalog.crown.types import Deed, Options, Phase
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
class Own:
    """What a seat holds and remembers."""

    hand: Cards = ()  # bishops and princes on show included
    drawn: Cards = ()  # before one is kept
    passed: Cards = ()  # the two cards it passed last
    offered: Cards = ()  # the two cards it was passed last
    buried: Cards = ()  # its own secret discards in the pile
    known: Cards = ()  # what the other surely holds
    exposed: Cards = ()  # what the other knows of this hand


@frozen_dataclass
class Public:
    """The same for everybody. Pairs are by seat; in solo seat 1 is the automaton."""

    options: Options
    phase: Phase = "start"
    turn: int = 0
    player: int = 0  # whose turn it is; means nothing before the first
    scores: tuple[int, ...] = (0, 0)
    sizes: tuple[int, ...] = ()  # of the hands; empty where players count for themselves
    deck_size: int = 0
    in_draw: int = 0  # cards drawn and not yet kept or passed
    pile: Cards = SET_ASIDE  # the discard pile's cards that everybody knows …
    face_down: int = 0  # … and how many there are besides
    tabled: Cards = ()  # on show until the turn ends
    deeds: tuple[Deed, ...] = ()  # of this turn
    before: tuple[Deed, ...] = ()  # of the turn before
    shuffles: int = 0
    winner: int | None = None
    by_princes: bool = False
    open: tuple[Own, ...] = ()  # solo: all that player and automaton hold; else empty

    @property
    def other(self) -> int:
        """The turn player's opponent."""
        return 1 - self.player

    @property
    def asked(self) -> int | None:
        """The seat that must decide; None while the house moves, in solo the automaton too."""
        if self.phase in ("keep", "give", "act", "choose", "limit"):
            seat = self.player
        elif self.phase in ("pick", "defend"):
            seat = self.other
        else:
            return None
        return None if self.options.solo and seat == 1 else seat

    @property
    def pile_size(self) -> int:
        return len(self.pile) + self.face_down

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Solo: both; else empty."""
        return tuple(one.hand for one in self.open)

    @property
    def drafted(self) -> Cards:
        """Solo: the cards of the running draft."""
        return self.open[0].drawn or self.open[0].passed if self.open else ()


class CrownView(View[Public, Own]):
    """What one seat, or a spectator, may know."""

    __slots__ = ()

    @property
    def known(self) -> Cards:
        """What the other surely holds: all of it in solo, and after an attack."""
        return self.public.hands[1 - self.me] if self.public.open else self.mine.known

    @property
    def half(self) -> int:
        """How many cards the hand limit takes."""
        return len(self.mine.hand) // 2
