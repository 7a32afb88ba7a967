"""What everybody and what one seat knows of an SdC Poker table. Pairs are by seat."""

from games.catalog.sdc.hands import describe_cards, strength
from games.catalog.sdc.score import score
from games.catalog.sdc.types import Cards, Options, Outcome, Phase, Score, Tally
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
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
    def one_left(self) -> bool:
        """Whether somebody has one coin only: the bid is 1, and a drop costs no less than a call."""
        return self.limit == 1

    @property
    def amounts(self) -> range:
        """What the next bid, or the raise over it, may be."""
        return range(self.bid + 1, self.limit + 1)

    @property
    def gains(self) -> tuple[int, ...]:
        """What each seat has won of the stage whose cards still lie on the table."""
        last = self.last if self.last and self.last.stage == self.stage else None
        return tuple(last.coins if last and seat == last.winner else 0 for seat in range(2))

    @property
    def scores(self) -> tuple[Score, ...]:
        """The match scores, once the match is over."""
        return tuple(map(score, self.tallies)) if self.phase == "over" else ()

    @property
    def deciding(self) -> tuple[Cards | None, ...]:
        """Of each hand that lies open the cards that won the stage; None while nothing is decided, or by a drop."""
        return self.last.deciding if self.last and self.last.stage == self.stage else (None, None)


@frozen_dataclass
class Own:
    """A seat's own cards of this stage; none lie between two stages."""

    hand: Cards = ()
    marks: Cards | None = None  # the secret draw, until both have confirmed
    discards: Cards = ()

    @property
    def category(self) -> int:
        """What these five cards are; there must be some."""
        return strength(self.hand)[0]

    @property
    def kept(self) -> tuple[tuple[int, ...], ...]:
        """What is left of the hand, as `held` says it, for every way to mark: bit n marks the card in place n."""
        marks = range(1 << len(self.hand))
        return tuple(describe_cards([card for at, card in enumerate(self.hand) if not way >> at & 1]) for way in marks)


SdcView = View[Public, Own]
