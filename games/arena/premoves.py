"""Premoves of the seats in a match, stored as tables do, for bots that set premoves."""

from collections.abc import Iterable

from games.engine.chance import Rng
from games.engine.game import AnyGame, AnyState, Move, Premove, Simulator


class PremoveStore:
    """The premoves of every seat.

    With `checks_in`, seats also look in without having a question, once for everything new they could set.
    `last_decider` has just decided, and sets premoves before leaving.
    """

    def __init__(self, game: AnyGame, seats: int, key: bytes, *, checks_in: bool) -> None:
        self.game, self.key, self.checks_in = game, key, checks_in
        self.premoves: dict[int, list[tuple[str, Premove]]] = {seat: [] for seat in range(seats)}
        self.considered: dict[int, object] = {}
        self.last_decider: int | None = None
        self._drawn = 0

    def answer(self, state: AnyState, waiting: Iterable[int]) -> tuple[int, Move] | None:
        """Return a seat whose question is answered by a premove or by the server, and the move, or None."""
        here, self.last_decider = self.last_decider, None
        if here is not None and here not in waiting:
            self.set_premoves(state, here)
        for seat in sorted(waiting):
            if move := self.game.forced_move(state.public, seat) or self._get_premove(state, seat):
                return seat, move
        return None

    def set_premoves(self, state: AnyState, seat: int) -> bool:
        """Let the seat set premoves. Return whether it set any."""
        plans, view = self.game.premoves, self.game.view(state, seat)
        if plans is None or self.game.premove_bot is None:
            return False
        self.considered[seat] = self._get_offers(state, seat)
        self._drawn += 1
        rng = Rng(self.key, f"arena/plan/{seat}/{self._drawn}")
        choices = self.game.premove_bot(view, rng, Simulator(self.game, view))
        self.premoves[seat] = [(plans.scope(plan, view), plan) for plan in choices]
        return bool(choices)

    def get_seats_with_offers(self, state: AnyState, waiting: Iterable[int]) -> frozenset[int]:
        """Return the seats that would find something new to set when they look in."""
        if not self.checks_in:
            return frozenset()
        seats = [seat for seat in self.premoves if seat not in waiting and not self._keep_current(state, seat)]
        return frozenset(
            seat for seat in seats if (offers := self._get_offers(state, seat)) and self.considered.get(seat) != offers
        )

    def _get_offers(self, state: AnyState, seat: int) -> object:
        plans = self.game.premoves
        return plans and tuple((offer.kind, offer.about) for offer in plans.list_offers(self.game.view(state, seat)))

    def _keep_current(self, state: AnyState, seat: int) -> list[tuple[str, Premove]]:
        """Return the seat's premoves that haven't expired."""
        plans, view = self.game.premoves, self.game.view(state, seat)
        current = [
            scoped
            for scoped in self.premoves[seat]
            if plans and scoped[0] and plans.scope(scoped[1], view) == scoped[0]
        ]
        self.premoves[seat] = current
        return current

    def _get_premove(self, state: AnyState, seat: int) -> Move | None:
        plans, view, legal = self.game.premoves, self.game.view(state, seat), self.game.rules.legal(state, seat)
        for scoped in self._keep_current(state, seat) if plans else ():
            assert plans is not None
            if answer := plans.answer(scoped[1], view, legal):
                self.premoves[seat].remove(scoped)
                if answer.remaining:
                    self.premoves[seat].append((plans.scope(answer.remaining, view), answer.remaining))
                return answer.move
        return None
