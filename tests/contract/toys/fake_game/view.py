"""A seat's view: public information, and its own."""

from dataclasses import replace

from games.engine.serialization.values import frozen_dataclass
from games.engine.state import View


@frozen_dataclass
class Public:
    rounds: int
    coins: tuple[int, ...]
    chosen: tuple[bool, ...]
    bids: tuple[int | None, ...]  # None: not yet; 0: folded
    shown: tuple[str | None, ...]
    number: int = 0
    turn: int = 0
    phase: str = "deal"  # keep, bid, settle, over
    last: tuple[int, int] | None = None  # winner and coins of the last round


@frozen_dataclass
class Own:
    hand: tuple[str, ...] = ()
    kept: str | None = None
    away: str | None = None


class ToyView(View[Public, Own]):
    __slots__ = ()


def cleared(public: Public) -> Public:
    """Before a round."""
    none = (None,) * len(public.coins)
    return replace(public, chosen=(False,) * len(none), bids=none, shown=none)
