"""Plans, for every game that has some: every offer can be filed, and a filed plan answers legally or not at all."""

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from games.engine.chance import Chance, Rng
from games.engine.game import Game, Move, State
from games.engine.premoves import Premove
from games.engine.serialization.canonical_json import dump_canonical, from_json, parse_json, to_json
from games.engine.serialization.form_parsing import value_from_form, value_to_form
from tests.contract.harness import key, match, random_mover, seats_of, text
from tests.contract.runs import each
from tests.contract.secrecy import worlds
from tests.contract.subject import Setup, Subject, slugs, subject

PLANNING = [slug for slug in slugs() if subject(slug).title.premoves]
HOUSE = {"doudizhu"}  # where the house sometimes answers for a seat; in SdC its rules do so themselves
GIVING_UP = {"drop", "fold", "pass", "refuse", "yield"}
IMAGINED = 8
SAMPLES = 12


class Planner:
    """A mover that files plans of every kind, at random, and lets them answer as the tables do."""

    def __init__(self, title: Game, seats: int) -> None:
        self.title = title
        self.plans: Any = title.premoves
        self.filed: dict[int, dict[str, tuple[str, Premove]]] = {seat: {} for seat in range(seats)}
        self.fired: Counter[str] = Counter()
        self.usual = 0

    def __call__(self, title: Game, state: State, seat: int, rng: Rng, chance: Chance) -> Move:
        for planning_seat in self.filed:
            self.review(state, planning_seat)
            if rng.percent_chance(40):
                self.file(state, planning_seat, rng)
        view, legal = title.view(state, seat), title.rules.legal(state, seat)
        before = text(state)
        for slot, (_scope, plan) in list(self.filed[seat].items()):
            answer = self.plans.answer(plan, view, legal)
            assert text(state) == before
            if answer is None:
                continue
            assert legal.contains(answer.move), f"{plan} answers {answer.move}"
            assert answer == self.plans.answer(plan, view, legal)
            self.fired[plan.type] += 1
            del self.filed[seat][slot]
            if answer.remaining:
                assert type(answer.remaining) in self.plans.PREMOVE_TYPES
                self.filed[seat][slot] = (self.plans.scope(answer.remaining, view), answer.remaining)
            move: Move = answer.move
            return move
        return random_mover(title, state, seat, rng, chance)

    def review(self, state: State, seat: int) -> None:
        view = self.title.view(state, seat)
        filed = self.filed[seat].items()
        self.filed[seat] = {
            slot: (scope, plan) for slot, (scope, plan) in filed if scope and self.plans.scope(plan, view) == scope
        }

    def file(self, state: State, seat: int, rng: Rng) -> None:
        view = self.title.view(state, seat)
        offers = self.plans.list_offers(view)
        assert offers == self.plans.list_offers(view)
        assert len({offer.make for offer in offers}) == len(offers), "a form names its offer by the kind of plan"
        if not offers:
            return
        usual = self.plans.list_usual(view)
        assert len(set(usual)) == len(usual) <= 4
        assert all(any(offer.contains(premove) for offer in offers) for premove in usual)
        assert all(value_from_form(self.plans.PREMOVE_TYPES, form_of(premove)) == premove for premove in usual)
        self.usual += len(usual)
        offer = rng.choice(offers)
        plan = offer.sample(rng)
        assert offer.about
        assert offer.contains(plan)
        assert offer.make in self.plans.PREMOVE_TYPES
        assert [part.name for part in offer.parameters] == [field.name for field in fields(plan)], (
            "every field is bounded"
        )
        assert from_json(type(plan), parse_json(dump_canonical(to_json(plan)))) == plan
        assert value_from_form(self.plans.PREMOVE_TYPES, form_of(plan)) == plan
        scope = self.plans.scope(plan, view)
        assert scope, f"{plan} is over before it is filed"
        self.filed[seat][plan.slot] = (scope, plan)


def form_of(plan: Premove) -> dict[str, list[str]]:
    return {name: [text] for name, text in value_to_form(plan)}


@pytest.mark.parametrize("slug", PLANNING)
def test_plans_answer_legally_or_not_at_all(slug: str) -> None:
    """Every kind of plan answers somewhere; matches end; a finished match offers no plans."""
    game = subject(slug)
    plans = game.title.premoves
    assert plans
    fired, usual = Counter[str](), 0
    for seed, setup in enumerate(game.setups):
        mover = Planner(game.title, setup[1])
        for moment in match(game, setup, seed, mover=mover):
            if game.title.rules.over(moment.state):
                views = [game.title.view(moment.state, seat) for seat in range(setup[1])]
                assert not any(plans.list_offers(view) for view in views)
        fired += mover.fired
        usual += mover.usual
    assert fired.keys() == {kind.type for kind in plans.PREMOVE_TYPES}
    assert usual


class Proposed(Planner):
    """A mover for whose seats each offer is filed as its form proposes it, one kind after the other."""

    def __init__(self, title: Game, seats: int) -> None:
        super().__init__(title, seats)
        self.gave_up: list[str] = []

    def file(self, state: State, seat: int, rng: Rng) -> None:
        offers = self.plans.list_offers(self.title.view(state, seat))
        if offers:
            offer = rng.choice(offers)
            plan = offer.default()
            assert offer.contains(plan), f"{offer} proposes what may not be filed"
            self.filed[seat][plan.slot] = (offer.about, plan)
            self.review(state, seat)

    def __call__(self, title: Game, state: State, seat: int, rng: Rng, chance: Chance) -> Move:
        fired = self.fired.copy()
        move = super().__call__(title, state, seat, rng, chance)
        safe = title.rules.safe_move(state, seat, chance)
        if self.fired != fired and move.type in GIVING_UP and move.type != safe.type:
            self.gave_up.append(f"{(self.fired - fired).most_common(1)[0][0]}: {move.type}, not {safe.type}")
        return move


@pytest.mark.parametrize("slug", PLANNING)
def test_what_a_form_proposes_never_gives_up_more_than_the_clock_would(slug: str) -> None:
    game = subject(slug)
    fired: Counter[str] = Counter()
    for seed, setup in enumerate(game.setups):
        mover = Proposed(game.title, setup[1])
        list(match(game, setup, seed, mover=mover))
        assert mover.gave_up == []
        fired += mover.fired
    assert fired.keys() == {kind.type for kind in game.title.premoves.PREMOVE_TYPES} if game.title.premoves else ()


@pytest.mark.parametrize("slug", PLANNING)
def test_plans_know_what_their_seat_knows(slug: str) -> None:
    """In worlds that the seat can't tell apart the same is offered, and the same is answered."""
    title, rng = subject(slug).title, Rng(b"plans", slug)
    plans = title.premoves
    assert plans
    for state, other, seat in worlds(slug, 1):
        if seat is None:
            continue
        view, other_view = title.view(state, seat), title.view(other, seat)
        assert plans.list_offers(view) == plans.list_offers(other_view)
        assert plans.list_usual(view) == plans.list_usual(other_view)
        for offer in plans.list_offers(view):
            plan, legal = offer.sample(rng), title.rules.legal(state, seat)
            assert plans.scope(plan, view) == plans.scope(plan, other_view)
            if legal:
                assert plans.answer(plan, view, legal) == plans.answer(plan, other_view, legal)


def leaves_only(title: Game, state: State, seat: int, move: Move) -> bool:
    """Return whether that move is the seat's only one."""
    legal = title.rules.legal(state, seat)
    samples = {legal.sample(Rng(b"only", str(n))) for n in range(SAMPLES)}
    return len(legal.sets) == 1 and legal.contains(move) and samples == {move}


@pytest.mark.parametrize("slug", slugs())
def test_the_house_answers_only_where_every_hand_would(slug: str) -> None:
    """Imagined for all that can't see the hand: none of the worlds leaves the seat another move."""
    title, answered = subject(slug).title, Counter[str]()

    def look(game: Subject, setup: Setup, seed: int) -> None:
        rng = Rng(key(seed), "imagined")
        for moment in match(game, setup, seed):
            for seat in seats_of(title, moment.state):
                move = title.forced_move(moment.state.public, seat)
                if move is None:
                    continue
                assert seat in title.rules.waiting_on(moment.state)
                assert leaves_only(title, moment.state, seat, move)
                answered[move.type] += 1
                other_seats = [other for other in seats_of(title, moment.state) if other != seat]
                for _ in range(IMAGINED):
                    world = title.imagine(title.view(moment.state, rng.choice(other_seats)), rng)
                    assert leaves_only(title, world, seat, move)

    each(subject(slug), range(2), look)
    assert bool(answered) == (slug in HOUSE)
