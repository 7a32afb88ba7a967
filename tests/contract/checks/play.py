"""A match as a whole: cards and chips, turns, and standings."""

from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.game import AddressedHappening, Move, State
from games.engine.serialization.canonical_json import dump_canonical, to_json
from tests.contract.harness import Moment, legal_json, random_mover, seats_of, text, visible
from tests.contract.subject import Subject


def conserved(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Cards and chips, by the title's own count."""
    subject.check(moment.state)


def no_wedge(subject: Subject, moment: Moment, rng: Rng) -> None:
    """The match is over, or the game moves, or all seats to move have a legal move; never two of these."""
    rules, state = subject.title.rules, moment.state
    waiting, step = rules.waiting_on(state), rules.advance(state, Chance(b"any"))
    seats = seats_of(subject.title, state)
    assert type(waiting) is frozenset
    assert waiting <= set(seats)
    if rules.over(state):
        assert (waiting, step) == (frozenset(), None), "something happens after the end"
        assert not any(rules.legal(state, seat) for seat in seats), "there are legal moves after the end"
    elif waiting:
        assert step is None, "the house moves although seats are waited on"
        assert all(rules.legal(state, seat) for seat in waiting), "a seat is waited on and has no legal move"
    else:
        assert step is not None, "nobody is waited on, the match is not over, and the house does not move"


def order_of_choices(subject: Subject, moment: Moment, rng: Rng) -> None:
    """With simultaneous choices, the order changes neither the state nor what each seat sees in the end.

    And one seat's choice doesn't restrict the others' choices.
    """
    title, state = subject.title, moment.state
    waiting = sorted(title.rules.waiting_on(state))
    if len(waiting) < 2:
        return
    choices = {seat: title.rules.legal(state, seat).sample(rng) for seat in waiting}
    turned = [*waiting[1:], waiting[0]]
    assert _apply_choices(subject, state, choices, waiting) == _apply_choices(subject, state, choices, turned)


def _apply_choices(
    subject: Subject, state: State, choices: dict[int, Move], order: list[int]
) -> tuple[str, list[list[str]]]:
    rules = subject.title.rules
    offered = {seat: legal_json(rules.legal(state, seat)) for seat in order}
    happenings: list[AddressedHappening] = []
    for count, seat in enumerate(order, 1):
        step = rules.apply(state, seat, choices[seat])
        state, happenings = step.state, [*happenings, *step.happenings]
        for other in order[count:]:
            assert other in rules.waiting_on(state), f"seat {other} is no longer asked once seat {seat} has chosen"
            assert legal_json(rules.legal(state, other)) == offered[other], f"{seat}'s choice limits {other}'s"
    viewers: list[int | None] = [*seats_of(subject.title, state), None]
    return text(state), [
        sorted(text(addressed.happening) for addressed in visible(tuple(happenings), viewer)) for viewer in viewers
    ]


def standing_is_consistent(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Places are as in a race (1, 2, 2, 4); the winners are those in first place, and there are none before the end.

    A player alone against the automaton can come second.
    """
    rules, state = subject.title.rules, moment.state
    standing = rules.standing(state)
    places = standing.places
    assert len(places) == len(standing.scores) > 0
    alone = places == (2,)
    assert alone or all(place == 1 + sum(other < place for other in places) for place in places), places
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    assert standing.winners == (first if rules.over(state) else ()), standing
    assert standing.house is None or len(places) == 1, "the house plays against one seat"
    assert not rules.over(state) or bool(standing.winners) is not standing.house_won, "nobody has won"


def functions_are_pure(subject: Subject, moment: Moment, rng: Rng) -> None:
    """Asking changes nothing, and the same question gets the same answer."""
    rules, state = subject.title.rules, moment.state
    before = text(state)
    for _ in range(2):
        step = rules.advance(state, Chance(b"any"))
        assert _text_of(step) == _text_of(rules.advance(state, Chance(b"any"))), "advance has a chance of its own"
        for seat in seats_of(subject.title, state):
            subject.title.view(state, seat), rules.legal(state, seat)
            if seat in rules.waiting_on(state):
                move = random_mover(subject.title, state, seat, rng, Chance(b"any"))
                once, twice = (rules.apply(state, seat, move) for _ in "12")
                assert _text_of(once) == _text_of(twice), "apply has a chance of its own"
        rules.standing(state), subject.title.view(state, None), rules.over(state)
        assert text(state) == before, "a state was changed in place"


def _text_of(step: Any) -> str:
    return dump_canonical(None if step is None else [to_json(step.state), to_json(step.happenings)])
