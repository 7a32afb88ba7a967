"""States, moves, happenings and views as values: frozen, storable, silent."""

from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import from_json, parse_json
from tests.contract.harness import Moment, seats_of, text
from tests.contract.subject import Subject

PLAIN = (int, str, bool, NoneType)


def survives_the_codec(subject: Subject, moment: Moment, rng: Rng) -> None:
    """States and happenings come back from their JSON as they were, and have one canonical text."""
    title, state = subject.title, moment.state
    kinds: list[tuple[type[Any], Any]] = [(title.state_class, state)]
    kinds += [(type(happening.happening), happening.happening) for happening in moment.step.happenings]
    for kind, value in kinds:
        shown_text = text(value)
        decoded = from_json(kind, parse_json(shown_text))
        assert decoded == value, f"{kind} does not survive the codec"
        assert text(decoded) == shown_text


def happenings_are_told_well(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Kinds are known, and recipients are seats of the table in ascending order."""
    title, seats = subject.title, seats_of(subject.title, moment.state)
    for happening in moment.step.happenings:
        assert type(happening.happening) in title.happenings, (
            f"{type(happening.happening).__name__} is missing in HAPPENINGS"
        )
        assert happening.to is None or (
            set(happening.to) <= set(seats) and happening.to == tuple(sorted(set(happening.to)))
        ), happening


def values_are_frozen(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Every dataclass met is frozen."""
    happenings = [happening.happening for happening in moment.step.happenings]
    for value in (moment.state, moment.move, *happenings, subject.title.view(moment.state, 0)):
        assert value is None or all(kind.__dataclass_params__.frozen for kind in kinds_in(value)), value


def kinds_in(value: Any) -> set[Any]:
    """The dataclasses a value is built of."""
    kinds: set[Any] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo += [item for item in part if type(item) not in PLAIN]
        elif is_dataclass(part):
            kinds.add(type(part))
            todo += [getattr(part, field.name) for field in fields(part)]
    return kinds
