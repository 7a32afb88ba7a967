"""Toys whose fault shows in a whole match only, and bots that misbehave."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from games.engine.chance import Chance, Rng
from games.engine.legal_moves import Legal
from tests.contract.toys import toy
from tests.contract.toys.subject import SUBJECT
from tests.contract.toys.toy import Move, Step, ToyRules, ToyState


class NeverEnds(ToyRules):
    def settle(self, state: ToyState) -> Step:
        step = super().settle(state)
        return replace(
            step,
            state=replace(step.state, public=replace(step.state.public, phase="deal", coins=(10,) * len(state.own))),
        )


class SameDeckAgain(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(replace(state, public=replace(state.public, number=0)), chance)
        public = replace(step.state.public, number=state.public.number)
        return replace(step, state=replace(step.state, public=public))


class OrderByHash(ToyRules):
    def deal(self, state: ToyState, chance: Chance) -> Step:
        step = super().deal(state, chance)
        return replace(step, state=replace(step.state, hidden=toy.Hidden(tuple(set(step.state.hidden.deck)))))


ENDLESS, DOUBLED_LABEL = SUBJECT.with_rules(NeverEnds()), SUBJECT.with_rules(SameDeckAgain())
BY_HASH = SUBJECT.with_rules(OrderByHash())


def cheating_bot(view: toy.ToyView, legal: Legal[Move], rng: Rng, sim: object) -> Move:
    return toy.Bid(3)


def moody_bot(view: toy.ToyView, legal: Legal[Move], rng: Rng, sim: object, *, _days: Iterator[int] = count()) -> Move:  # noqa: B008
    return legal.sample(Rng(b"mood", str(next(_days))))


BAD_BOTS = {name: replace(SUBJECT, title=replace(SUBJECT.title, bots={"beginner": bot})) for name, bot in (
    ("illegal", cheating_bot), ("moody", moody_bot),
)}  # fmt: skip
