"""Knowledge of everyone, and of one seat, at an SdC Poker table. Pairs are by seat."""

from games.catalog.sdc.hands import describe_cards, strength
from games.catalog.sdc.score import score
from games.catalog.sdc.types import Cards, Options, Outcome, Phase, Score, Tally
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
class Public:
    """The public part. Coin amounts are 0 while there are none."""

    options: Options
    coins: tuple[int, int]
    phase: Phase = "first"
    stage: int = 0
    opener: int = 0  # has no meaning before stage 1
    confirmed: tuple[bool, ...] = (False, False)  # whether the draw is settled, never what it is
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
        """The highest bid of this stage, because no one can owe more than they have."""
        return min(self.options.max_bid, *self.coins)

    @property
    def one_left(self) -> bool:
        """Return whether a player has only one coin: then the bid is 1, and a drop costs no less than a call."""
        return self.limit == 1

    @property
    def amounts(self) -> range:
        """The possible amounts of the next bid or raise."""
        return range(self.bid + 1, self.limit + 1)

    @property
    def gains(self) -> tuple[int, ...]:
        """The winnings of each seat in the stage whose cards are still on the table."""
        last = self.last if self.last and self.last.stage == self.stage else None
        return tuple(last.coins if last and seat == last.winner else 0 for seat in range(2))

    @property
    def scores(self) -> tuple[Score, ...]:
        """The match scores, once the match is over."""
        return tuple(map(score, self.tallies)) if self.phase == "over" else ()

    @property
    def deciding(self) -> tuple[Cards | None, ...]:
        """The cards of each shown hand that won the stage; None while undecided or after a drop."""
        return self.last.deciding if self.last and self.last.stage == self.stage else (None, None)


@frozen_dataclass
class Own:
    """A seat's own cards in this stage; empty between two stages."""

    hand: Cards = ()
    marks: Cards | None = None  # the secret draw, until both have confirmed
    discards: Cards = ()

    @property
    def category(self) -> int:
        """The hand's category. Raises IndexError if there are no cards."""
        return strength(self.hand)[0]

    @property
    def kept(self) -> tuple[tuple[int, ...], ...]:
        """The description (`describe_cards`) of the remaining hand for every way to mark cards: bit n marks card n."""
        marks = range(1 << len(self.hand))
        return tuple(describe_cards([card for at, card in enumerate(self.hand) if not way >> at & 1]) for way in marks)


SdcView = View[Public, Own]
