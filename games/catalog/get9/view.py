"""Knowledge of everyone, and of one seat, at a GET9! table. Tuples are by seat."""

from games.catalog.get9.types import Cards, Options, Outcome, Phase, Piles, Round, Status
from games.engine.game import View, frozen_dataclass
from games.kit.seats import find_next_seat


@frozen_dataclass
class Public:
    """The public part. Cards and points are those of the current match."""

    options: Options
    chips: tuple[int, ...]
    pots: tuple[int, ...]  # each seat's own pot: everything it has put in during this match
    bets: tuple[int, ...]  # the part of it put in during this round
    statuses: tuple[Status, ...]
    acted: tuple[bool, ...]  # in this round's betting
    split: tuple[bool, ...]  # whether a seat has split its cards, never how
    chosen: tuple[bool, ...]  # whether it has chosen this round's card, never which
    phase: Phase = "begin"
    match: int = 0  # 0 before the first; in the extra match, one more than the option
    round: int = 0  # 1 to 3, 0 between matches
    button: int = 0
    turn: int | None = None  # the seat to bet
    cap: int | None = None  # the highest bet of this round, None without a limit
    carry: int = 0  # the carry-over pot
    rounds: tuple[Round, ...] = ()  # everything opened so far
    last: Outcome | None = None

    @property
    def seats(self) -> int:
        return len(self.chips)

    @property
    def extra(self) -> bool:
        """Return whether this is the match for the carry-over pot."""
        return self.match > self.options.matches

    @property
    def table_bet(self) -> int:
        return max(self.bets)

    @property
    def owed(self) -> tuple[int, ...]:
        """The chips missing to match the table's bet, for seats that may still bet."""
        table_bet = self.table_bet
        return tuple(
            table_bet - bet if status == "active" else 0 for bet, status in zip(self.bets, self.statuses, strict=True)
        )

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that may still bet in this round."""
        return tuple(seat for seat, status in enumerate(self.statuses) if status == "active")

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that may still win the match: everyone in it who hasn't folded."""
        return tuple(seat for seat, status in enumerate(self.statuses) if status not in ("folded", "out"))

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that still have to split or, once everyone has, to choose a card."""
        is_done = {"split": self.split, "choose": self.chosen}.get(self.phase)
        return () if is_done is None else tuple(seat for seat in self.contenders if not is_done[seat])

    @property
    def points(self) -> tuple[int, ...]:
        """The points in the match so far."""
        scored = [opened.points for opened in self.rounds if opened.points]
        return tuple(sum(points[seat] for points in scored) for seat in range(self.seats))

    @property
    def dealer_points(self) -> int:
        """The dealer's points in the match so far."""
        return sum(opened.dealer_points for opened in self.rounds)

    @property
    def now(self) -> Round | None:
        """The cards this round has opened; None while they are still to be chosen."""
        return self.rounds[-1] if self.round and len(self.rounds) == self.round else None

    @property
    def last_bets(self) -> bool:
        """Return whether a bet at this round's limit leaves nothing to bet for the rest of the match."""
        return self.options.bet_limit > 0 and self.options.bet_limit_per == "match"

    @property
    def next_button(self) -> int:
        """The button's left neighbor, skipping seats that began the match without chips (rules sheet, 3.2)."""
        return find_next_seat([status != "out" for status in self.statuses], self.button)

    @property
    def gains(self) -> tuple[int, ...]:
        """The winnings of each seat in the match whose cards are still on the table."""
        last = self.last if self.last and self.last.match == self.match else None
        return last.won if last else (0,) * self.seats

    @property
    def dealer_opened(self) -> tuple[Cards, ...]:
        """The dealer's open cards, round by round: the second of its pile, then first and third if it scored."""
        return tuple((*opened.dealer, *opened.dealer_others) for opened in self.rounds)

    def opened(self, seat: int) -> tuple[Cards, ...]:
        """Return a seat's open cards by round: the played one, then the other two if it scored; () if it is out."""
        return tuple(
            (opened.played[seat], *(opened.others[seat] if opened.others else ())) if opened.played[seat] else ()
            for opened in self.rounds
        )


@frozen_dataclass
class Own:
    """A seat's piles, none until it has split, and the cards it has chosen from them, round by round."""

    piles: Piles = ()
    picks: Cards = ()
    filed: str = ""  # the first card, filed with the split and chosen once everyone has split


class Get9View(View[Public, Own]):
    """Knowledge of one seat, or of a spectator."""

    __slots__ = ()

    @property
    def inactive_seats(self) -> frozenset[int]:
        """The seats that have folded or have no chips left."""
        return frozenset(range(self.public.seats)) - frozenset(self.public.contenders)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The others who may still win the match."""
        return tuple(seat for seat in self.public.contenders if seat != self.seat)
