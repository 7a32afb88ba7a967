"""Toys whose fault shows in a whole match only, and bots that misbehave."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from games.engine.chance import Chance, Rng
from games.engine.contract import Step, View
from games.engine.legal import Legal
from games.engine.values import Move
from tests.contract.toys import toy
from tests.contract.toys.subject import SUBJECT
from tests.contract.toys.toy import ToyRules, ToyState


class NeverEnds(ToyRules):
    def settle(self, state: ToyState) -> Step:
        step = super().settle(state)
        return replace(step, state=replace(step.state, phase="deal", coins=(10,) * len(state.coins)))


class SameDeckAgain(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(replace(state, number=0), chance)
        return replace(step, state=replace(step.state, number=state.number))


class OrderByHash(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, state=replace(step.state, deck=tuple(set(step.state.deck))))


ENDLESS, DOUBLED_LABEL = SUBJECT.with_rules(NeverEnds()), SUBJECT.with_rules(SameDeckAgain())
BY_HASH = SUBJECT.with_rules(OrderByHash())


def cheating_bot(view: View, seen: object, legal: Legal, rng: Rng, sim: object) -> Move:
    return toy.Bid(3)


def moody_bot(view: View, seen: object, legal: Legal, rng: Rng, sim: object, *, _days: Iterator[int] = count()) -> Move:  # noqa: B008
    return legal.sample(Rng(b"mood", str(next(_days))))


BAD_BOTS = {name: replace(SUBJECT, title=replace(SUBJECT.title, bots={"beginner": bot})) for name, bot in (
    ("illegal", cheating_bot), ("moody", moody_bot),
)}  # fmt: skip
