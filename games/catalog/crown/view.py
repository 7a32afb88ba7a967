"""Knowledge of everyone, and of one seat, at a table of The Crown of Lombardia."""

from games.catalog.crown.cards import SET_ASIDE, Cards
from games.catalog.crown.types import Deed, Options, Phase
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
class Own:
    """The cards a seat holds and remembers."""

    hand: Cards = ()  # including shown bishops and princes
    drawn: Cards = ()  # before one is kept
    passed: Cards = ()  # the two cards it last passed
    offered: Cards = ()  # the two cards it was last passed
    buried: Cards = ()  # its own secret discards in the pile
    known: Cards = ()  # the certain part of the other's hand
    exposed: Cards = ()  # the part of this hand known to the other


@frozen_dataclass
class Public:
    """The public part. Pairs are by seat; in solo, seat 1 is the automaton."""

    options: Options
    phase: Phase = "start"
    turn: int = 0
    player: int = 0  # whose turn it is; has no meaning before the first turn
    scores: tuple[int, ...] = (0, 0)
    sizes: tuple[int, ...] = ()  # of the hands; empty if players have to count themselves
    deck_size: int = 0
    in_draw: int = 0  # cards drawn and not yet kept or passed
    pile: Cards = SET_ASIDE  # cards of the discard pile that everyone knows …
    face_down: int = 0  # … and the number of its other cards
    tabled: Cards = ()  # shown until the turn ends
    deeds: tuple[Deed, ...] = ()  # of this turn
    before: tuple[Deed, ...] = ()  # of the previous turn
    shuffles: int = 0
    winner: int | None = None
    by_princes: bool = False
    open: tuple[Own, ...] = ()  # solo: everything that player and automaton hold; otherwise empty

    @property
    def other(self) -> int:
        """The turn player's opponent."""
        return 1 - self.player

    @property
    def asked(self) -> int | None:
        """The seat that must decide; None if the house moves, which includes the automaton."""
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
        """Both hands in solo; otherwise empty."""
        return tuple(side.hand for side in self.open)

    @property
    def drafted(self) -> Cards:
        """The cards of the current draft in solo."""
        return self.open[0].drawn or self.open[0].passed if self.open else ()


class CrownView(View[Public, Own]):
    """Knowledge of one seat, or of a spectator."""

    __slots__ = ()

    @property
    def known(self) -> Cards:
        """The certain part of the other's hand: all of it in solo and after an attack."""
        return self.public.hands[1 - self.me] if self.public.open else self.mine.known

    @property
    def half(self) -> int:
        """The number of cards that the hand limit takes."""
        return len(self.mine.hand) // 2
