"""A match in plain numbers for fast playouts of imagined worlds. The rules are the same as in `rules`.

A bet is a number: FOLD, REST, or the total of the seat's bet in the round, which is unchanged when staying in.
"""

from collections.abc import Sequence

from games.catalog.get9.bots.piles import BEATS, PILES, POINTS
from games.catalog.get9.bots.worlds import World
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Public

FOLD, REST = -1, -2
ACTIVE, RESTING, ALL_IN, FOLDED = range(4)
STATUS = {"active": ACTIVE, "resting": RESTING, "all-in": ALL_IN, "folded": FOLDED, "out": FOLDED}
NO_LIMIT = 10**6


class Table:
    """The state of a match. Lists are by seat. `turn` is the seat to bet, None outside the betting."""

    __slots__ = (
        "acted", "bets", "button", "cap", "carry", "chips", "dealer", "free_call", "limit", "locks", "per_match",
        "points", "pots", "round", "rounds_of_betting", "seats", "status", "turn", "winner",
    )  # fmt: skip

    def __init__(self, public: Public) -> None:
        options = public.options
        self.seats, self.round, self.button, self.turn = public.seats, public.round, public.button, public.turn
        self.chips, self.pots, self.bets = list(public.chips), list(public.pots), list(public.bets)
        self.acted, self.status = list(public.acted), [STATUS[status] for status in public.statuses]
        self.points, self.dealer, self.carry = list(public.points), public.dealer_points, public.carry
        self.limit, self.per_match = options.bet_limit, options.bet_limit_per == "match"
        self.locks, self.rounds_of_betting = options.check_locks_out, ROUNDS - (not options.final_round_betting)
        self.cap = NO_LIMIT if public.cap is None else public.cap
        self.winner: int | None = None
        self.free_call = options.free_call

    def copy(self) -> "Table":
        new = object.__new__(Table)
        new.seats, new.round, new.button, new.turn = self.seats, self.round, self.button, self.turn
        new.chips, new.pots, new.bets = self.chips[:], self.pots[:], self.bets[:]
        new.acted, new.status = self.acted[:], self.status[:]
        new.points, new.dealer, new.carry = self.points[:], self.dealer, self.carry
        new.limit, new.per_match, new.cap = self.limit, self.per_match, self.cap
        new.free_call = self.free_call
        new.locks, new.rounds_of_betting, new.winner = self.locks, self.rounds_of_betting, None
        return new

    def contenders(self) -> list[int]:
        return [seat for seat, status in enumerate(self.status) if status != FOLDED]

    def open_cards(self, world: World, places: Sequence[int]) -> None:
        """Compare the round's cards with the dealer's; `places` by seat says which card of the pile is played."""
        at = self.round - 1
        dealer_card, ahead = world.dealer_cards[at], True
        for seat in self.contenders():
            pile, place = world.splits[seat][at], places[seat]
            self.points[seat] += POINTS[pile][place][dealer_card]
            ahead = ahead and BEATS[dealer_card][PILES[pile][place]]
        if ahead:
            self.dealer += world.other_cards[at]

    def next_round(self) -> None:
        """Start the next round: the button moves on, and resting players come back."""
        self.round += 1
        self.bets, self.acted = [0] * self.seats, [False] * self.seats
        self.status = [ACTIVE if status == RESTING else status for status in self.status]
        self.button = self._next_with_pot(self.button)

    def _next_with_pot(self, after: int) -> int:
        """Return the next seat, skipping those that began the match without chips."""
        for at in range(after + 1, after + 1 + self.seats):
            seat = at % self.seats
            if self.pots[seat] or self.chips[seat]:
                return seat
        return after

    def start_betting(self) -> None:
        self.cap = self._cap()
        has_betting = self.round <= self.rounds_of_betting and self.cap > 0 and self.status.count(ACTIVE) > 1
        self.turn = self._next_turn(self.button - 1) if has_betting else None

    def _cap(self) -> int:
        if not self.limit:
            return NO_LIMIT
        return self.limit - max(self.pots[seat] for seat in self.contenders()) if self.per_match else self.limit

    def most(self, seat: int) -> int:
        """Return the highest possible total of a seat's bet in this round."""
        return min(self.cap, self.bets[seat] + self.chips[seat])

    def bet(self, amount: int) -> None:
        """Place a bet of the seat whose turn it is."""
        seat = self.turn
        assert seat is not None
        if amount == FOLD:
            self.status[seat] = FOLDED
        elif amount == REST:
            self.status[seat] = RESTING if self.locks else ACTIVE
        else:
            chips = amount - self.bets[seat]
            self.chips[seat] -= chips
            self.pots[seat] += chips
            self.bets[seat] = amount
            if not self.chips[seat]:
                self.status[seat] = ALL_IN
        self.acted[seat] = True
        self.turn = self._next_turn(seat)

    def _next_turn(self, after: int) -> int | None:
        status, bets, highest = self.status, self.bets, max(self.bets)
        if self.seats - status.count(FOLDED) < 2:
            return None
        for at in range(after + 1, after + 1 + self.seats):
            seat = at % self.seats
            if status[seat] == ACTIVE and (bets[seat] < highest or not self.acted[seat]):
                return seat
        return None

    def pay(self) -> None:
        """End the match by paying out the pots and the carry-over pot."""
        order = sorted(self.contenders(), key=lambda seat: -self.points[seat])
        pots, points, remaining = self.pots, self.points, sum(self.pots)
        best = points[order[0]]
        if self.dealer < best and (len(order) == 1 or points[order[1]] < best):
            self.winner = order[0]
            self.chips[self.winner] += self.carry
            self.carry = served = 0
            for at, seat in enumerate(order):
                if at + 1 < len(order) and points[order[at + 1]] == points[seat]:
                    break
                if (stake := pots[seat]) > served:
                    won = sum([max(0, min(pot, stake) - served) for pot in pots])
                    self.chips[seat] += won
                    remaining, served = remaining - won, stake
        self.carry += remaining
        self.pots = [0] * self.seats
