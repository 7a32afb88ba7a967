"""What everybody and what one seat knows of a GET9! table. Tuples run by seat."""

from games.catalog.get9.types import Cards, Options, Outcome, Phase, Piles, Round, Status
from games.engine.game import View, frozen_dataclass
from games.kit.seats import find_next_seat


@frozen_dataclass
class Public:
    """The same for everybody. Cards and points are those of the running match."""

    options: Options
    chips: tuple[int, ...]
    pots: tuple[int, ...]  # each seat's own pot: all it has put in during this match
    bets: tuple[int, ...]  # the part of it put in during this round
    statuses: tuple[Status, ...]
    acted: tuple[bool, ...]  # in this round's betting
    split: tuple[bool, ...]  # that a seat has split its cards, never how
    chosen: tuple[bool, ...]  # that it has chosen this round's card, never which
    phase: Phase = "begin"
    match: int = 0  # 0 before the first; one more than the option says in the extra match
    round: int = 0  # 1 to 3, 0 between matches
    button: int = 0
    turn: int | None = None  # who has to bet
    cap: int | None = None  # the highest bet of this round, None without a limit
    carry: int = 0  # the carry-over pot
    rounds: tuple[Round, ...] = ()  # what has been opened
    last: Outcome | None = None

    @property
    def seats(self) -> int:
        return len(self.chips)

    @property
    def extra(self) -> bool:
        """Whether this is the match for the carry-over pot."""
        return self.match > self.options.matches

    @property
    def table_bet(self) -> int:
        return max(self.bets)

    @property
    def owed(self) -> tuple[int, ...]:
        """Chips missing to the table's bet, for who may still bet."""
        most = self.table_bet
        return tuple(
            most - bet if status == "active" else 0 for bet, status in zip(self.bets, self.statuses, strict=True)
        )

    @property
    def active(self) -> tuple[int, ...]:
        """Who may still bet in this round."""
        return tuple(seat for seat, status in enumerate(self.statuses) if status == "active")

    @property
    def contenders(self) -> tuple[int, ...]:
        """Who may still win the match: everybody in it who has not folded."""
        return tuple(seat for seat, status in enumerate(self.statuses) if status not in ("folded", "out"))

    @property
    def choosing(self) -> tuple[int, ...]:
        """Who is waited on to split, and once everybody has, to choose a card."""
        done = {"split": self.split, "choose": self.chosen}.get(self.phase)
        return () if done is None else tuple(seat for seat in self.contenders if not done[seat])

    @property
    def points(self) -> tuple[int, ...]:
        """Of the match so far."""
        scored = [opened.points for opened in self.rounds if opened.points]
        return tuple(sum(points[seat] for points in scored) for seat in range(self.seats))

    @property
    def dealer_points(self) -> int:
        """Of the match so far."""
        return sum(opened.dealer_points for opened in self.rounds)

    @property
    def now(self) -> Round | None:
        """What this round has opened; None while its cards are still to be chosen."""
        return self.rounds[-1] if self.round and len(self.rounds) == self.round else None

    @property
    def last_bets(self) -> bool:
        """Whether a bet at this round's limit leaves nothing to bet for the rest of the match."""
        return self.options.bet_limit > 0 and self.options.bet_limit_per == "match"

    @property
    def next_button(self) -> int:
        """The button's left neighbour, not counting who began the match without chips (rules sheet, 3.2)."""
        return find_next_seat([status != "out" for status in self.statuses], self.button)

    @property
    def gains(self) -> tuple[int, ...]:
        """What each seat has won of the match whose cards still lie on the table."""
        last = self.last if self.last and self.last.match == self.match else None
        return last.won if last else (0,) * self.seats

    @property
    def dealer_opened(self) -> tuple[Cards, ...]:
        """The dealer's open cards, round by round: the second of its pile; first and third too if it scored."""
        return tuple((*opened.dealer, *opened.dealer_others) for opened in self.rounds)

    def opened(self, seat: int) -> tuple[Cards, ...]:
        """A seat's open cards, round by round: the played one, then the other two if it scored; () for who is out."""
        return tuple(
            (opened.played[seat], *(opened.others[seat] if opened.others else ())) if opened.played[seat] else ()
            for opened in self.rounds
        )


@frozen_dataclass
class Own:
    """A seat's own piles, none until it has split, and the cards it has chosen from them, round by round."""

    piles: Piles = ()
    picks: Cards = ()
    filed: str = ""  # the first card, filed with the split and chosen once everybody has split


class Get9View(View[Public, Own]):
    """What one seat, or a spectator, may know."""

    __slots__ = ()

    @property
    def inactive_seats(self) -> frozenset[int]:
        """Who has folded, or has no chips left to play with."""
        return frozenset(range(self.public.seats)) - frozenset(self.public.contenders)

    @property
    def rivals(self) -> tuple[int, ...]:
        """Who else may still win the match."""
        return tuple(seat for seat in self.public.contenders if seat != self.seat)
