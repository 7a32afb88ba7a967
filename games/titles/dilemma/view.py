"""What a seat, or a spectator, of a Dilemma table may know."""

from dataclasses import dataclass

from games.engine import values
from games.kit.betting import Betting, Pot
from games.kit.poker import STANDARD, Category, Hand
from games.titles.dilemma.parts import BOARD, UNIT, Cards, Exit, Options, Outcome, Phase


@dataclass(frozen=True, slots=True)
class Public:
    """The same for everybody; tuples run by seat."""

    rules: int
    options: Options
    phase: Phase
    hand: int
    dealer: int
    turn: int
    level: int  # the active bank, 1 to 3
    blinds: tuple[int, int]
    betting: Betting
    pots: tuple[Pot, ...]  # what earlier rounds have put in; the bets of this round lie before the seats
    bank: tuple[int, ...]
    board: Cards
    opened: bool
    holes: tuple[tuple[str | None, ...], ...]  # None for a hidden card; empty for who was not dealt in
    hands: tuple[Hand | None, ...]  # of those that lie open
    starts: tuple[int, ...]
    exits: tuple[Exit, ...]
    last: Outcome | None

    @property
    def pot(self) -> int:
        """All that has been put in during this hand."""
        return sum(self.betting.paid)

    @property
    def gaps(self) -> range:
        """The places of community cards that are not dealt yet."""
        return range(len(self.board), BOARD)

    @property
    def bonuses(self) -> tuple[tuple[Category, int], ...]:
        """What the bank pays for each category, weakest first."""
        return tuple(zip(STANDARD, self.options.bonus, strict=True))

    @property
    def unpaid(self) -> int:
        """What the banks could not pay of the last settlement's bonus."""
        last = self.last
        if last is None or self.phase in ("payment", "bank"):
            return 0
        due = dict(self.bonuses)[last.hands[0].hand.category] if last.hands else self.options.fold_bonus
        return due - sum(payment.chips for payment in last.bonuses)

    @property
    def penalty(self) -> int:
        """What the losers of a showdown pay at the present blinds."""
        return self.blinds[1] if self.options.penalty_is_blind else self.options.penalty


@dataclass(frozen=True, slots=True)
class Own:
    """A seat's own hole cards and its best hand with the community cards so far."""

    cards: Cards
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class View(values.View):
    seat: int | None
    public: Public
    own: Own | None

    @property
    def owed(self) -> int:
        """What a call costs this seat."""
        betting = self.public.betting
        if self.seat is None:
            return 0
        return min(betting.highest - betting.bets[self.seat], betting.stacks[self.seat])

    @property
    def stack(self) -> int:
        """The chips this seat may still bet."""
        return 0 if self.seat is None else self.public.betting.stacks[self.seat]

    @property
    def half_pot(self) -> int:
        """What the bet is brought to by a raise of half the pot that a call would make."""
        return self.public.betting.highest + (self.public.pot + self.owed) // (2 * UNIT) * UNIT

    @property
    def full_pot(self) -> int:
        """The same by the whole pot."""
        return self.public.betting.highest + self.public.pot + self.owed


VIEW = View
