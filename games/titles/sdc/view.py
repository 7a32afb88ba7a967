"""What one seat, or a spectator, may know of an SdC Poker table."""

from dataclasses import dataclass

from games.engine.values import View
from games.titles.sdc.parts import Cards, Options, Outcome, Phase, Score, Tally


@dataclass(frozen=True, slots=True)
class Public:
    """The same for everybody. Pairs are by seat; coin amounts are 0 while there is none."""

    options: Options
    coins: tuple[int, int]
    phase: Phase
    stage: int
    opener: int  # means nothing before stage 1
    confirmed: tuple[bool, bool]  # that the draw is settled, never how
    exchanged: tuple[int, ...]
    bid: int
    raised: int
    dropped: int | None
    shown: tuple[Cards, ...]  # both hands, between showdown and payment
    last: Outcome | None
    tallies: tuple[Tally, Tally]
    scores: tuple[Score, ...]  # once the match is over

    @property
    def responder(self) -> int:
        return 1 - self.opener

    @property
    def limit(self) -> int:
        """The highest bid of this stage."""
        return min(self.options.max_bid, *self.coins)

    @property
    def amounts(self) -> range:
        """What the next bid, or the raise over it, may be."""
        return range(self.bid + 1, self.limit + 1)


@dataclass(frozen=True, slots=True)
class Private:
    """A seat's own cards of this stage."""

    hand: Cards
    marks: Cards | None  # None: the draw is still open, or done
    discards: Cards


@dataclass(frozen=True, slots=True)
class SdcView(View):
    seat: int | None
    public: Public
    private: Private | None


VIEW = SdcView
