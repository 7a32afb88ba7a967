"""Decisions: a move is accepted exactly if it is legal, through every function."""

import re
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import State, Step
from games.engine.serialization.canonical_json import decode_tagged, dump_canonical, parse_json, to_json
from games.engine.serialization.form_parsing import move_from_form
from tests.contract.fuzz import garbled, probes, strange
from tests.contract.harness import Moment, attempt, seats_of
from tests.contract.subject import Subject

CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def legal_is_what_apply_accepts(subject: Subject, moment: Moment, rng: Rng) -> None:
    """For every seat, asked or not: `contains(move)` exactly when `apply` accepts. Refusals are codes."""
    title, state = subject.title, moment.state
    seats = seats_of(title, state)
    tries = probes(title, state, seats, rng, 8)
    for seat in seats:
        legal = title.rules.legal(state, seat)
        for part in legal:
            assert part.contains(part.sample(rng)), f"{part} offers a move that it does not contain"
        for move in tries:
            answer = attempt(title, state, seat, move)
            accepted = isinstance(answer, Step)
            assert legal.contains(move) is accepted, f"seat {seat}, {move}: contains and apply disagree ({answer!r})"
            if isinstance(answer, IllegalMoveError):
                assert CODE.fullmatch(answer.code), f"{answer.code!r} is no code"
                assert all(type(p) in (int, str) for p in answer.params.values()), answer.params


def only_exact_values_are_moves(subject: Subject, moment: Moment, rng: Rng) -> None:
    """40.0, True, a subclass's value or a list equal or resemble a legal move's; they make none, for any seat."""
    title, state = subject.title, moment.state
    seats = seats_of(title, state)
    for move in [part.sample(rng) for seat in seats for part in title.rules.legal(state, seat)]:
        for other in strange(move):
            for seat in seats:
                answer = attempt(title, state, seat, other)
                assert not title.rules.legal(state, seat).contains(other), f"{other!r} is taken for a move"
                assert not isinstance(answer, Step), f"seat {seat} plays {other!r}"


def moves_pass_the_door(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Moves survive JSON and forms; garbled ones are refused by the codec or, like any other, by the rules."""
    title, state = subject.title, moment.state
    for seat in seats_of(title, state):
        for part in title.rules.legal(state, seat):
            move = part.sample(rng)
            plain = to_json(move)
            assert type(move) in title.moves, f"{type(move).__name__} is missing in MOVES"
            assert decode_tagged(title.moves, parse_json(dump_canonical(plain))) == move
            assert move_from_form(title.moves, {"move": [dump_canonical(plain)]}) == move
            assert move_from_form(title.moves, as_form(plain)) == move
            _garbled_is_refused(subject, state, seat, garbled(plain, rng))


def _garbled_is_refused(subject: Subject, state: State, seat: int, plain: Any) -> None:
    try:
        move = decode_tagged(subject.title.moves, plain)
    except InvalidPayloadError:
        return
    accepted = isinstance(attempt(subject.title, state, seat, move), Step)
    assert subject.title.rules.legal(state, seat).contains(move) is accepted, f"{plain}: contains and apply disagree"


def as_form(plain: dict[str, Any]) -> dict[str, list[str]]:
    """The fields a browser would send for a move."""
    form: dict[str, list[str]] = {}
    for name, value in plain.items():
        if type(value) is list and value and type(value[0]) is list:
            form |= {f"{name}.{i}": [str(item) for item in pile] for i, pile in enumerate(value)}
        elif type(value) is list:
            form[name] = [str(item) for item in value]
        elif value is not None:
            form[name] = [str(value).lower() if type(value) is bool else str(value)]
    return form


def safe_move_is_legal(subject: Subject, moment: Moment, rng: Rng) -> None:
    """For all seats to move, and repeatable with the same random numbers."""
    rules, state = subject.title.rules, moment.state
    for seat in rules.waiting_on(state):
        move = rules.safe_move(state, seat, Chance(b"clock"))
        assert rules.legal(state, seat).contains(move), f"seat {seat}'s safe move {move} is not legal"
        assert move == rules.safe_move(state, seat, Chance(b"clock"))
