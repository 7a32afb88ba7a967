"""The full state of an SdC Poker table, secrets included."""

from dataclasses import dataclass

from games.engine.values import State
from games.titles.sdc.parts import Cards, Options, Outcome, Phase, Tally


@dataclass(frozen=True, slots=True, repr=False)
class SdcState(State):
    """Pairs are by seat. Cards lie on the table from the deal until the payment; in between the pairs are empty."""

    options: Options
    coins: tuple[int, int]
    phase: Phase = "first"
    stage: int = 0
    opener: int = 0  # means nothing before stage 1
    hands: tuple[Cards, Cards] = ((), ())
    deck: Cards = ()
    marks: tuple[Cards | None, Cards | None] = (None, None)  # secret choices, until both have confirmed
    discards: tuple[Cards, Cards] = ((), ())
    exchanged: tuple[int, ...] = ()  # both counts, once they are public
    bid: int = 0
    raised: int = 0
    dropped: int | None = None
    last: Outcome | None = None
    tallies: tuple[Tally, Tally] = (Tally(), Tally())

    @property
    def responder(self) -> int:
        return 1 - self.opener

    @property
    def limit(self) -> int:
        """The highest bid of this stage: nobody can owe more than he has."""
        return min(self.options.max_bid, *self.coins)


STATE = SdcState
