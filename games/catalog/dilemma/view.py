"""Knowledge of everyone, and of one seat, at a Dilemma table. Tuples are by seat, amounts are dollars."""

from games.catalog.dilemma.cards import find_best_five
from games.catalog.dilemma.metadata import parse_bonuses
from games.catalog.dilemma.types import BLINDS, BOARD, UNIT, Cards, Exit, Options, Outcome, Phase, Shown
from games.engine.game import View, frozen_dataclass
from games.kit.betting import Betting, Pot, get_pots
from games.kit.poker_hands import STANDARD, Category, Hand

_CLOSED = (None, None)


@frozen_dataclass
class Public:
    """The public part."""

    options: Options
    bank: tuple[int, ...]  # content of the three banks
    starts: tuple[int, ...]  # stacks at the start of the hand
    exits: tuple[Exit, ...]
    last: Outcome | None
    hand: int  # number of the hand, 0 before the first
    dealer: int  # -1 before the first one is drawn
    opened: tuple[Cards, ...]  # the live hole cards once they are open, until the next blinds
    board: Cards
    betting: Betting
    phase: Phase
    turn: int  # the seat to decide, -1 for none

    def at(
        self, phase: Phase, betting: Betting, *, turn: int = -1, board: Cards = (), last: Outcome | None = None
    ) -> "Public":
        """Return a later moment of the same hand; no seat has to decide unless `turn` says so.

        Twice as fast as `replace`.
        """
        return Public(
            self.options, self.bank, self.starts, self.exits, last or self.last, self.hand, self.dealer, self.opened,
            board or self.board, betting, phase, turn,
        )  # fmt: skip

    @property
    def seats(self) -> int:
        return len(self.starts)

    @property
    def level(self) -> int:
        """The active bank, 1 to 3: banks are emptied in order and never refilled (section 8)."""
        return 1 if self.bank[0] else 2 if self.bank[1] else 3

    @property
    def blinds(self) -> tuple[int, int]:
        """Small and big blind of the current level; the big blind is the minimum bet."""
        return BLINDS[self.level - 1]

    @property
    def penalty(self) -> int:
        """The penalty of the losers of a showdown at the current blinds."""
        penalty = self.options.penalty
        return penalty if isinstance(penalty, int) else self.blinds[1]

    @property
    def bonuses(self) -> dict[Category, int]:
        """The bank's bonus for each category, weakest first."""
        return dict(zip(STANDARD, parse_bonuses(self.options.bonus_table), strict=True))

    @property
    def unpaid(self) -> int:
        """The part of the last settlement's bonus that the banks could not pay."""
        last = self.last
        if last is None or self.phase in ("payment", "bank"):
            return 0
        return self.due(last.hands) - sum(payment.chips for payment in last.bonuses)

    def due(self, hands: tuple[Shown, ...]) -> int:
        """Return the bonus for the hands of a showdown, best first, or for none if all others folded."""
        return self.bonuses[hands[0].hand.category] if hands else self.options.fold_win_bonus

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that were dealt in and haven't folded."""
        return tuple([seat for seat, lives in enumerate(self.betting.live) if lives])

    @property
    def pot(self) -> int:
        """All chips put in during this hand."""
        return sum(self.betting.paid)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots from earlier rounds; the bets of this round are in front of the seats."""
        betting = self.betting
        earlier = [paid - bet for paid, bet in zip(betting.paid, betting.bets, strict=True)]
        return get_pots(earlier, betting.live) if any(earlier) else ()

    @property
    def gaps(self) -> range:
        """The positions of community cards that aren't dealt yet."""
        return range(len(self.board), BOARD)

    @property
    def holes(self) -> tuple[tuple[str | None, ...], ...]:
        """The hole cards: None for a hidden card, empty for seats that weren't dealt in."""
        if not self.hand or self.phase == "deal":
            return ((),) * self.seats
        opened = self.opened or ((),) * self.seats
        return tuple([cards or (_CLOSED if chips else ()) for cards, chips in zip(opened, self.starts, strict=True)])

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The best hands of the seats with open cards."""
        return tuple([self.best(cards) if cards else None for cards in self.opened or ((),) * self.seats])

    @property
    def gains(self) -> tuple[int, ...]:
        """The winnings of each seat, pots and bonus, in the hand whose cards are still on the table."""
        last = self.last if self.last and self.last.hand == self.hand else None
        won = (
            [(payment.seat, payment.chips) for part in (last.prizes, last.bonuses) for payment in part] if last else []
        )
        return tuple(sum(chips for to, chips in won if to == seat) for seat in range(self.seats))

    @property
    def counted_last(self) -> dict[int, Cards]:
        """The five cards that counted at the last showdown, by seat, best hand first."""
        last, order = self.last, self.options.ranking
        return {hand.seat: find_best_five(order, hand.cards + last.board) for hand in last.hands} if last else {}

    @property
    def counted(self) -> dict[int, Cards]:
        """The five cards that counted, while that showdown's cards are still on the table."""
        last = self.last
        return self.counted_last if last and last.hand == self.hand else {}

    @property
    def best_five(self) -> Cards:
        """The winner's five cards."""
        return next(iter(self.counted.values()), ())

    def best(self, cards: Cards) -> Hand:
        """Return the best hand of these hole cards with the community cards so far."""
        order = self.options.ranking
        return order.hand(order.best(order.codes(cards + self.board)))


@frozen_dataclass
class Own:
    """A seat's hole cards. They stay until the next blinds, so that a hand's end can be looked at."""

    cards: Cards = ()


class DilemmaView(View[Public, Own]):
    """Knowledge of one seat, or of a spectator."""

    __slots__ = ()

    @property
    def inactive_seats(self) -> frozenset[int]:
        """The seats that have folded or have no chips left to bet."""
        seats = zip(self.public.betting.live, self.public.betting.stacks, strict=True)
        return frozenset(seat for seat, (lives, stack) in enumerate(seats) if not lives or not stack)

    @property
    def hand(self) -> Hand | None:
        """The seat's best hand with the community cards so far."""
        return self.public.best(self.own.cards) if self.own and self.own.cards else None

    @property
    def ranked(self) -> tuple[Category, ...]:
        """The categories of this table, best first."""
        return tuple(reversed(self.public.options.ranking.order))

    @property
    def owed(self) -> int:
        """The cost of a call for this seat."""
        betting = self.public.betting
        return 0 if self.seat is None else min(betting.highest - betting.bets[self.seat], self.stack)

    @property
    def stack(self) -> int:
        """The chips this seat may still bet."""
        return 0 if self.seat is None else self.public.betting.stacks[self.seat]

    @property
    def most_bet(self) -> int:
        """The seat's bet after going all-in."""
        return self.stack if self.seat is None else self.stack + self.public.betting.bets[self.seat]

    @property
    def half_pot(self) -> int:
        """The seat's bet after a raise by half of the pot (including a call)."""
        return self.public.betting.highest + (self.public.pot + self.owed) // (2 * UNIT) * UNIT

    @property
    def full_pot(self) -> int:
        """The seat's bet after a raise by the whole pot (including a call)."""
        return self.public.betting.highest + self.public.pot + self.owed
