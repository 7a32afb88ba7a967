"""What one seat, or a spectator, may know of a GET9! table."""

from dataclasses import dataclass

from games.engine import values
from games.titles.get9.parts import Cards, Options, Outcome, Phase, Piles, Round, Status


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it. Cards and points are those of the running match."""

    chips: int
    pot: int  # put in during this match
    bet: int  # of it in this round
    owed: int  # missing to the table's bet, for who may still bet
    status: Status
    acted: bool  # in this round's betting
    split: bool  # that it has split, never how
    chosen: bool  # that it has chosen this round's card, never which
    points: int


@dataclass(frozen=True, slots=True)
class Public:
    """The same for everybody."""

    rules: int
    options: Options
    phase: Phase
    match: int
    round: int
    button: int
    turn: int | None
    cap: int | None  # the highest bet of this round, None without a limit
    table_bet: int
    carry: int
    places: tuple[Place, ...]
    rounds: tuple[Round, ...]
    dealer_points: int
    last: Outcome | None

    @property
    def extra(self) -> bool:
        """Whether this is the match for the carry-over pot."""
        return self.match > self.options.matches

    @property
    def in_pots(self) -> int:
        """Chips in all the seats' pots together."""
        return sum(place.pot for place in self.places)

    @property
    def points(self) -> tuple[int, ...]:
        """Of the match so far, by seat."""
        return tuple(place.points for place in self.places)

    @property
    def statuses(self) -> tuple[Status, ...]:
        """By seat."""
        return tuple(place.status for place in self.places)

    @property
    def now(self) -> Round | None:
        """What this round has opened; None while its cards are still to be chosen."""
        return self.rounds[-1] if self.round and len(self.rounds) == self.round else None

    @property
    def last_bets(self) -> bool:
        """Whether a bet at this round's limit leaves nothing to bet for the rest of the match."""
        return self.options.bet_limit > 0 and not self.options.per_round


@dataclass(frozen=True, slots=True)
class Own:
    """A seat's own piles and the cards it has chosen from them, round by round."""

    piles: Piles
    picks: Cards


@dataclass(frozen=True, slots=True)
class View(values.View):
    seat: int | None
    public: Public
    own: Own | None


VIEW = View
