"""What the seats of a match have planned, as the tables keep it, for bots that plan."""

from collections.abc import Iterable

from games.engine.chance import Rng
from games.engine.game import AnyState, AnyTitle, Move, Plan, Sim


class Drawer:
    """Every seat's plans. `here`: who has just decided, and files the next plan before leaving; `looks`: people come
    by to plan without being asked, too, once for whatever is new to be planned."""

    def __init__(self, title: AnyTitle, seats: int, key: bytes, *, looks: bool) -> None:
        self.title, self.key, self.looks = title, key, looks
        self.filed: dict[int, list[tuple[str, Plan]]] = {seat: [] for seat in range(seats)}
        self.considered: dict[int, object] = {}
        self.here: int | None = None
        self._drawn = 0

    def answer(self, state: AnyState, waiting: Iterable[int]) -> tuple[int, Move] | None:
        """A seat that is asked and has planned its answer, or for which the house answers; and how."""
        here, self.here = self.here, None
        if here is not None and here not in waiting:
            self.file(state, here)
        for seat in sorted(waiting):
            if move := self.title.only_move(state.public, seat) or self._planned(state, seat):
                return seat, move
        return None

    def file(self, state: AnyState, seat: int) -> bool:
        """Let the seat plan ahead. Says whether it filed anything."""
        plans, view = self.title.plans, self.title.view(state, seat)
        if plans is None or self.title.planner is None:
            return False
        self.considered[seat] = self._news(state, seat)
        self._drawn += 1
        rng = Rng(self.key, f"arena/plan/{seat}/{self._drawn}")
        found = self.title.planner(view, rng, Sim(self.title, view))
        self.filed[seat] = [(plans.scope(plan, view), plan) for plan in found]
        return bool(found)

    def could_plan(self, state: AnyState, waiting: Iterable[int]) -> frozenset[int]:
        """The seats that find something new to plan when they look in."""
        if not self.looks:
            return frozenset()
        others = [seat for seat in self.filed if seat not in waiting and not self._valid(state, seat)]
        return frozenset(
            seat for seat in others if (news := self._news(state, seat)) and self.considered.get(seat) != news
        )

    def _news(self, state: AnyState, seat: int) -> object:
        plans = self.title.plans
        return plans and tuple((offer.kind, offer.about) for offer in plans.offered(self.title.view(state, seat)))

    def _valid(self, state: AnyState, seat: int) -> list[tuple[str, Plan]]:
        """The seat's plans that are not over."""
        plans, view = self.title.plans, self.title.view(state, seat)
        kept = [one for one in self.filed[seat] if plans and one[0] and plans.scope(one[1], view) == one[0]]
        self.filed[seat] = kept
        return kept

    def _planned(self, state: AnyState, seat: int) -> Move | None:
        plans, view, legal = self.title.plans, self.title.view(state, seat), self.title.rules.legal(state, seat)
        for one in self._valid(state, seat) if plans else ():
            assert plans is not None
            if found := plans.answer(one[1], view, legal):
                self.filed[seat].remove(one)
                if found.rest:
                    self.filed[seat].append((plans.scope(found.rest, view), found.rest))
                return found.move
        return None
