"""What everybody and what one seat knows of an SdC Poker table. Pairs are by seat."""

from games.engine.contract import View, value
from games.titles.sdc.parts import Cards, Options, Outcome, Phase, Score, Tally
from games.titles.sdc.score import score


@value
class Public:
    """The same for everybody. Coin amounts are 0 while there is none."""

    options: Options
    coins: tuple[int, int]
    phase: Phase = "first"
    stage: int = 0
    opener: int = 0  # means nothing before stage 1
    confirmed: tuple[bool, ...] = (False, False)  # that the draw is settled, never how
    exchanged: tuple[int, ...] = ()  # both counts, once both draws are settled
    bid: int = 0
    raised: int = 0
    dropped: int | None = None
    shown: tuple[Cards, ...] = ()  # both hands, between showdown and payment
    last: Outcome | None = None
    tallies: tuple[Tally, Tally] = (Tally(), Tally())

    @property
    def responder(self) -> int:
        return 1 - self.opener

    @property
    def limit(self) -> int:
        """The highest bid of this stage: nobody can owe more than he has."""
        return min(self.options.max_bid, *self.coins)

    @property
    def amounts(self) -> range:
        """What the next bid, or the raise over it, may be."""
        return range(self.bid + 1, self.limit + 1)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The match scores, once the match is over."""
        return tuple(map(score, self.tallies)) if self.phase == "over" else ()


@value
class Own:
    """A seat's own cards of this stage; none lie between two stages."""

    hand: Cards = ()
    marks: Cards | None = None  # the secret draw, until both have confirmed
    discards: Cards = ()


SdcView = View[Public, Own]
