"""A hand of Dilemma Hold'em without cards: seats, chips and what each hand is worth. Far quicker than the game.

Side pots, returned chips, bonus and penalty are the game's; banks that run dry are not looked at.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.catalog.dilemma.bots.spots import FOLD, RIVER, STAY, Spot, get_target
from tests.bench.dilemma.deals import Hand


class Stakes(NamedTuple):
    """Blinds and bonuses of a table; `scale` multiplies the usual bonuses, in hundredths."""

    blind: int
    penalty: int
    scale: int


class Table:
    """A hand in progress. `choose` changes it; `copy` before trying several ways."""

    __slots__ = (
        "acted", "asked", "bets", "dealer", "hands", "highest", "live", "paid", "stacks", "stakes", "step", "street",
        "turn",
    )  # fmt: skip

    hands: Sequence[Hand]
    stakes: Stakes
    dealer: int
    stacks: list[int]
    paid: list[int]
    bets: list[int]
    live: list[bool]
    acted: list[bool]  # since the last full raise
    asked: list[bool]  # in this round at all
    highest: int
    step: int
    street: int
    turn: int  # -1 when the betting is over

    @classmethod
    def deal(cls, hands: Sequence[Hand], stacks: Sequence[int], dealer: int, stakes: Stakes) -> "Table":
        table, seats = cls(), len(stacks)
        table.hands, table.stakes, table.dealer, table.stacks = hands, stakes, dealer, list(stacks)
        table.paid, table.bets, table.live, table.acted = [0] * seats, [0] * seats, [True] * seats, [False] * seats
        table.asked = [False] * seats
        table.highest = table.step = stakes.blind
        table.street = 0
        big = (dealer + 2) % seats
        table._pay((dealer + 1) % seats, stakes.blind // 2)
        table._pay(big, stakes.blind)
        table._ask(big)
        return table

    def copy(self) -> "Table":
        other = Table()
        other.hands, other.stakes, other.dealer, other.stacks = self.hands, self.stakes, self.dealer, self.stacks[:]
        other.paid, other.bets, other.live, other.acted = self.paid[:], self.bets[:], self.live[:], self.acted[:]
        other.asked = self.asked[:]
        other.highest, other.step, other.street, other.turn = self.highest, self.step, self.street, self.turn
        return other

    def spot(self) -> Spot:
        """Of the seat that is asked."""
        me, street, hand = self.turn, self.street, self.hands[self.turn]
        bet, chips, pot = self.bets[me], self.stacks[me], sum(self.paid)
        rivals = deep = 0
        last = True
        for seat, lives in enumerate(self.live):
            if lives and seat != me:
                rivals += 1
                if stack := self.stacks[seat]:
                    deep = max(deep, stack + self.bets[seat])
                    last = last and self.acted[seat] and self.bets[seat] == self.highest
        highest_bet = min(bet + chips, deep) if not self.acted[me] else 0
        return Spot(
            street, hand.chances[street], hand.now[street], hand.bonuses[street] * self.stakes.scale // 100,
            self.stakes.penalty, rivals, pot, pot - sum(self.bets), min(self.highest - bet, chips), bet, self.highest,
            self.highest + self.step, highest_bet, self.stakes.blind, last, self.asked[me],
        )  # fmt: skip

    def choose(self, spot: Spot, choice: int) -> None:
        seat = self.turn
        self.acted[seat] = self.asked[seat] = True
        if choice == FOLD:
            self.live[seat] = False
        elif choice == STAY:
            self._pay(seat, spot.to_call)
        else:
            self._raise(seat, min(get_target(spot, choice), self.bets[seat] + self.stacks[seat]))
        self._ask(seat)

    def _raise(self, seat: int, to: int) -> None:
        raised = to - self.highest
        self._pay(seat, to - self.bets[seat])
        if raised <= 0:
            return
        self.highest = to
        if raised >= self.step:
            self.step = raised
            self.acted = [False] * len(self.acted)
            self.acted[seat] = True

    def _pay(self, seat: int, chips: int) -> None:
        chips = min(chips, self.stacks[seat])
        self.stacks[seat] -= chips
        self.paid[seat] += chips
        self.bets[seat] += chips

    def _ask(self, after: int) -> None:
        """The next seat, street by street, until one is asked or the hand is over."""
        self.turn = -1
        if self.live.count(True) < 2:
            return
        seats = len(self.stacks)
        able = [at for at in range(seats) if self.live[at] and self.stacks[at]]
        while True:
            for seat in [at % seats for at in range(after + 1, after + 1 + seats)]:
                if seat in able and self._must_act(seat) and (len(able) > 1 or self.bets[seat] < max(self.bets)):
                    self.turn = seat
                    return
            if self.street == RIVER or len(able) < 2:
                self.street = RIVER
                return
            self.street, self.highest, self.step, after = self.street + 1, 0, self.stakes.blind, self.dealer
            self.bets, self.acted, self.asked = [0] * seats, [False] * seats, [False] * seats

    def _must_act(self, seat: int) -> bool:
        return not self.acted[seat] or self.bets[seat] < self.highest

    def results(self, starts: Sequence[int]) -> list[int]:
        """Return what each seat won or lost, once the betting is over."""
        chips, live = self.stacks[:], [seat for seat, lives in enumerate(self.live) if lives]
        if len(live) == 1:
            chips[live[0]] += sum(self.paid)
            return [stack - start for stack, start in zip(chips, starts, strict=True)]
        self._pay_pots(chips, live)
        best = max(self.hands[seat].value for seat in live)
        won = [seat for seat in live if self.hands[seat].value == best]
        for seat in live:
            if seat in won:
                chips[seat] += self.hands[seat].bonus * self.stakes.scale // (100 * len(won))
            else:
                chips[seat] -= min(self.stakes.penalty, chips[seat])
        return [stack - start for stack, start in zip(chips, starts, strict=True)]

    def _pay_pots(self, chips: list[int], live: list[int]) -> None:
        """Pay pot by pot; unmatched chips return to their owner that way, too."""
        below = 0
        for level in sorted({self.paid[seat] for seat in live}):
            pot = sum([min(paid, level) - min(paid, below) for paid in self.paid])
            able = [seat for seat in live if self.paid[seat] >= level]
            best = max(self.hands[seat].value for seat in able)
            won = [seat for seat in able if self.hands[seat].value == best]
            for seat in won:
                chips[seat] += pot // len(won)
            below = level
        chips[won[0]] += sum([max(0, paid - below) for paid in self.paid])
