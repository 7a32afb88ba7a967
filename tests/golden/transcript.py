"""A whole match as text: after every event, what each function of the contract answers.

The first line says which match it is, so a file can be made again from itself. Views and legal moves are written when
they change: `public` once for all, `own` per seat.
"""

import json
from collections.abc import Iterator
from typing import Any

from games.engine.chance import Chance
from games.engine.serialization.canonical_json import dump_canonical, to_json
from tests.contract.harness import Moment, key, legal_json, match, text
from tests.contract.subject import Setup, Subject


def header(setup: Setup, seed: int) -> str:
    return dump_canonical({"options": dict(setup[0]), "seats": setup[1], "seed": seed})


def read_header(line: str) -> tuple[Setup, int]:
    told = json.loads(line)
    return (told["options"], told["seats"]), told["seed"]


def transcript(subject: Subject, setup: Setup, seed: int) -> str:
    """The text of that match."""
    lines, known = [header(setup, seed)], {}
    for moment in match(subject, setup, seed):
        lines += ["", *event_lines(moment)]
        for name, plain in answers(subject, moment, setup[1], seed).items():
            lines += [f"  {name}{change}" for change in changes(known.get(name), plain)]
            known[name] = plain
    return "\n".join(lines) + "\n"


def event_lines(moment: Moment) -> Iterator[str]:
    """The decision or house step, and who was told what."""
    actor = "house" if moment.seat is None else f"seat {moment.seat} {text(moment.move)}"
    yield f"#{moment.number} {actor if moment.number else 'setup'}"
    for told in moment.step.happenings:
        yield f"  > {'all' if told.to is None else 'seat ' + ','.join(map(str, told.to))}: {text(told.happening)}"


def answers(subject: Subject, moment: Moment, seats: int, seed: int) -> dict[str, Any]:
    """By name, what each function says of the state."""
    title, rules, state = subject.title, subject.title.rules, moment.state
    waiting = sorted(rules.waiting_on(state))
    said: dict[str, Any] = {"waiting_on": waiting, "over": rules.over(state)}
    said |= {"standing": to_json(rules.standing(state)), "public": to_json(title.view(state, None).public)}
    for seat in range(seats):
        said[f"own[{seat}]"] = to_json(title.view(state, seat).own)
        said[f"legal[{seat}]"] = legal_json(rules.legal(state, seat))
        safe = rules.safe_move(state, seat, Chance(key(seed))) if seat in waiting else None
        said[f"safe_move[{seat}]"] = to_json(safe)
    return said


def changes(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """One line per smallest part that differs; lists of plain values are written whole."""
    if type(old) is dict and type(new) is dict and old.keys() == new.keys():
        for name in new:
            yield from changes(old[name], new[name], f"{path}.{name}")
    elif nested(old) and nested(new) and len(old) == len(new):
        for i, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from changes(one, other, f"{path}[{i}]")
    elif dump_canonical(old) != dump_canonical(new):
        yield f"{path} = {dump_canonical(new)}"


def nested(plain: Any) -> bool:
    return type(plain) is list and any(type(item) in (list, dict) for item in plain)
