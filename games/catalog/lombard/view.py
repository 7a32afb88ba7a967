"""Knowledge of everyone, and of one seat, at a Lombard table. Rows are by seat."""

from games.catalog.lombard.hands import Hand, get_best_hand
from games.catalog.lombard.types import COST, UNDECIDED, Action, Cards, Options, Outcome, Phase
from games.catalog.lombard.winning_cards import WinningCards, find_winning_cards
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
class Public:
    """The public part. A round's cards stay until the next deal, so that its end can be looked at."""

    options: Options
    balances: tuple[int, ...]  # coins minus debt
    actions: tuple[Action, ...]
    opened: tuple[int, ...]  # the hole card that a CALL opened, -1 for none
    holes: tuple[tuple[str | None, ...], ...]  # None for a hidden card; empty before the first deal
    phase: Phase = "start"
    round: int = 0
    dealer: int = -1  # -1 before the first one is drawn
    pot: int = 0
    supplied: int = 0  # coins from the supply so far
    board: Cards = ()
    shown: bool = False  # whether the hands still in were shown
    last: Outcome | None = None

    @property
    def seats(self) -> int:
        return len(self.balances)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in order of turns: left of the dealer first, the dealer last."""
        return tuple((self.dealer + i) % self.seats for i in range(1, self.seats + 1))

    @property
    def turn(self) -> int | None:
        """The seat that has to decide, if any."""
        if self.phase != "turns":
            return None
        return next(seat for seat in self.order if self.actions[seat] == UNDECIDED)

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that may still win the round, in order of turns: all that haven't folded."""
        return tuple(seat for seat in self.order if self.actions[seat] != "fold")

    @property
    def bets(self) -> tuple[int, ...]:
        """The coins each seat has put into the pot this round by its action."""
        return tuple(COST.get(action, 0) for action in self.actions)

    @property
    def to_go(self) -> tuple[int, ...]:
        """The coins each seat still needs to win, never negative."""
        return tuple(max(0, self.options.target_coins - balance) for balance in self.balances)

    @property
    def hands(self) -> tuple[Hand | None, ...]:
        """The best hands of the seats that showed them."""
        still_in = self.contenders if self.shown else ()
        opened = ([card for card in hole if card] for hole in self.holes)
        return tuple(
            get_best_hand([*hole, *self.board]) if seat in still_in else None for seat, hole in enumerate(opened)
        )

    @property
    def gains(self) -> tuple[int, ...]:
        """The winnings of each seat in the round whose cards are still on the table."""
        last = self.last if self.last and self.last.round == self.round else None
        return tuple(last.pot if last and seat == last.winner else 0 for seat in range(self.seats))

    @property
    def counted(self) -> dict[int, WinningCards]:
        """The cards that counted, by seat, while the hands of a showdown are shown."""
        if not self.shown:
            return {}
        opened = {seat: tuple(card for card in self.holes[seat] if card) for seat in self.contenders}
        return {seat: find_winning_cards(hole, self.board) for seat, hole in opened.items()}

    @property
    def counted_last(self) -> tuple[WinningCards, ...]:
        """The cards that counted in the last showdown, best hand first."""
        return tuple(find_winning_cards(hand.cards, self.last.board) for hand in self.last.hands) if self.last else ()

    @property
    def best(self) -> WinningCards | None:
        """The cards that won the showdown that is still on the table."""
        last = self.last
        return self.counted_last[0] if self.shown and last and last.round == self.round and last.hands else None


@frozen_dataclass
class Own:
    """A seat's hole cards."""

    cards: Cards = ()


class LombardView(View[Public, Own]):
    """Knowledge of one seat, or of a spectator."""

    __slots__ = ()

    @property
    def inactive_seats(self) -> frozenset[int]:
        """The seats that have had their only turn of the round."""
        public = self.public
        return frozenset(
            seat for seat, action in enumerate(public.actions) if public.phase == "turns" and action != UNDECIDED
        )

    @property
    def hand(self) -> Hand | None:
        """The seat's best hand with the community cards so far."""
        return get_best_hand(self.own.cards + self.public.board) if self.own and self.own.cards else None
