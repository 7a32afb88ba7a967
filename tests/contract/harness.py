"""Plays matches of any title at random and asks what the contract's functions answer on the way."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import AddressedHappening, Game, Move, State, Step
from games.engine.legal_moves import Legal
from games.engine.serialization.canonical_json import dump_canonical, to_json
from tests.contract.subject import Setup, Subject, label

CAP = 5000  # events; no match of random players is near it
KEPT = 24  # matches
Mover = Callable[[Game, State, int, Rng, Chance], Move]


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a match: what led to `step`. The first has no event: the state is just set up."""

    number: int
    step: Step
    before: State | None = None
    seat: int | None = None  # None: the house
    move: Move | None = None

    @property
    def state(self) -> State:
        return self.step.state


class WatchedChance(Chance):
    """Counts the labels asked for: a label used twice would deal the same cards again."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.labels: Counter[str] = Counter()

    def stream(self, label: str) -> Rng:
        self.labels[label] += 1
        return super().stream(label)


def key(seed: int) -> bytes:
    return hashlib.sha256(f"match/{seed}".encode()).digest()


def text(value: Any) -> str:
    """The canonical text of any frozen value of a title."""
    return dump_canonical(to_json(value))


def legal_json(legal: Legal) -> list[dict[str, Any]]:
    """Plain JSON of a legal set, for comparison: `make` becomes the type's name."""

    def plain(value: Any) -> Any:
        return getattr(value, "type", None) if isinstance(value, type) else to_json(value)

    return [
        {"set": type(part).__name__.lower(), **{f.name: plain(getattr(part, f.name)) for f in fields(part)}}
        for part in legal
    ]


def random_mover(title: Game, state: State, seat: int, rng: Rng, chance: Chance) -> Move:
    """Any legal move; now and then what a timeout would play."""
    if seat in title.rules.waiting_on(state) and rng.percent_chance(12):
        return title.rules.safe_move(state, seat, chance)
    return title.rules.legal(state, seat).sample(rng)


def match(
    subject: Subject,
    setup: Setup,
    seed: int,
    mover: Mover = random_mover,
    cap: int = CAP,
    begins: State | None = None,
) -> Iterator[Moment]:
    """A whole match, event by event, or what follows a state that it `begins` with.

    Fails when it doesn't end within `cap` events or a label of chance comes twice. The first random match of a setup,
    which most tests look at, is played once and kept.
    """
    if seed or begins or mover is not random_mover or cap != CAP:
        yield from _play_match(subject, setup, seed, mover, cap, begins)
        return
    title, moments = _first.get(which := (id(subject.title), label(setup)), (None, []))
    if title is not None:
        yield from moments
        return
    for moment in _play_match(subject, setup, seed, mover, cap, begins):
        moments.append(moment)
        yield moment
    _first[which] = subject.title, moments
    if len(_first) > KEPT:
        del _first[next(iter(_first))]


# By title and setup; the title is held so that no other one gets its id.
_first: dict[tuple[int, str], tuple[Game | None, list[Moment]]] = {}


def _play_match(
    subject: Subject, setup: Setup, seed: int, mover: Mover, cap: int, begins: State | None
) -> Iterator[Moment]:
    title, rules = subject.title, subject.title.rules
    house, clock, rng = WatchedChance(key(seed)), Chance(key(seed)), Rng(key(seed), "moves")
    moment = Moment(0, Step(begins or rules.setup(subject.options(setup), setup[1])))
    yield moment
    while not rules.over(moment.state):
        assert moment.number < cap, f"the match does not end within {cap} events"
        step = rules.advance(moment.state, house)
        if step is not None:
            moment = Moment(moment.number + 1, step, moment.state)
        else:
            seat = acting_seat(subject, setup, moment.state, rng)
            move = mover(title, moment.state, seat, rng, clock)
            moment = Moment(moment.number + 1, rules.apply(moment.state, seat, move), moment.state, seat, move)
        yield moment
    doubled = [name for name, count in house.labels.items() if count > 1]
    assert not doubled, f"chance was asked twice under {doubled}"


def acting_seat(subject: Subject, setup: Setup, state: State, rng: Rng) -> int:
    """Choose a seat to move at random; sometimes one that may act without being asked."""
    rules = subject.title.rules
    waiting = sorted(rules.waiting_on(state))
    assert waiting, "nobody is waited on, the match is not over, and the house does not move"
    unasked = [seat for seat in range(setup[1]) if seat not in waiting and rules.legal(state, seat)]
    return rng.choice(unasked) if unasked and rng.percent_chance(15) else rng.choice(waiting)


def attempt(title: Game, state: State, seat: int, move: Move) -> Step | IllegalMoveError | InvalidPayloadError:
    """Return the error code `apply` raises for a move."""
    try:
        return title.rules.apply(state, seat, move)
    except (IllegalMoveError, InvalidPayloadError) as refusal:
        return refusal


def visible(happenings: tuple[AddressedHappening, ...], seat: int | None) -> list[AddressedHappening]:
    return [addressed for addressed in happenings if addressed.is_visible_to(seat)]


def seats_of(title: Game, state: State) -> range:
    return range(len(title.rules.standing(state).places))
