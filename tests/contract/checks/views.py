"""Views and happenings of a seat."""

import re

from games.engine.chance import Rng
from games.engine.game import State
from tests.contract.checks.values import kinds_in
from tests.contract.harness import Moment, legal_json, seats_of, text, visible
from tests.contract.subject import Subject

CARD = re.compile(r'"([A-Z](?:[0-9]+|[AJKQ])?|[1-9]|10|s)"')


def told_is_what_the_view_shows(subject: Subject, moment: Moment, rng: Rng) -> None:
    """A card in a happening is in the recipient's view, before or after, unless the rules open it at that moment.

    This finds a deal sent to the wrong seats, which two worlds with the same deal can't.
    """
    title = subject.title
    for eye in (*seats_of(subject.title, moment.state), None):
        happenings = [
            addressed for addressed in visible(moment.step.happenings, eye) if not subject.may_differ(addressed)
        ]
        cards = {card for addressed in happenings for card in CARD.findall(text(addressed.happening))}
        if not cards:
            continue
        views = [text(title.view(state, eye)) for state in (moment.before, moment.state) if state is not None]
        unknown = cards - set(CARD.findall("".join(views)))
        assert not unknown, f"seat {eye} is told of {sorted(unknown)}"


def views_hold_no_state(subject: Subject, moment: Moment, rng: Rng) -> None:
    """The engine cuts views; no part of what it hands out is a state."""
    for seat in (*seats_of(subject.title, moment.state), None):
        kinds = kinds_in(subject.title.view(moment.state, seat))
        assert not any(issubclass(kind, State) for kind in kinds), "a view holds a state"


def who_is_done_is_not_asked(subject: Subject, moment: Moment, rng: Rng) -> None:
    """`View.inactive_seats` is the same for all seats, and no inactive seat is asked or moves."""
    title, seats = subject.title, seats_of(subject.title, moment.state)
    (inactive,) = {title.view(moment.state, eye).inactive_seats for eye in (*seats, None)}
    assert inactive <= set(seats)
    assert not inactive & title.rules.waiting_on(moment.state), "a seat that is done is asked"
    if moment.before is not None and moment.move is not None:
        assert moment.seat not in title.view(moment.before, None).inactive_seats, "a seat that is done moves"


def imagined_worlds_agree(subject: Subject, moment: Moment, rng: Rng) -> None:
    """`view(imagine(v)) == v`, the same seats are asked and the same moves are open; cards and chips are conserved."""
    title, state = subject.title, moment.state
    rules = title.rules
    for seat in seats_of(title, state):
        view = title.view(state, seat)
        world = title.imagine(view, rng)
        assert title.view(world, seat) == view, f"seat {seat} would see that the world is another"
        assert rules.waiting_on(world) == rules.waiting_on(state)
        assert rules.over(world) == rules.over(state)
        assert legal_json(rules.legal(world, seat)) == legal_json(rules.legal(state, seat))
        subject.check(world)


def only_the_unseen_is_redealt(subject: Subject, moment: Moment, rng: Rng) -> None:
    """`redealt` preserves what every seat knows, and permutes the unseen cards."""
    title, state = subject.title, moment.state
    world = title.redealt(state, rng)
    assert text(world.public) == text(state.public), "everybody would see it"
    assert text(world.own) == text(state.own), "a seat would see it"
    assert sorted(CARD.findall(text(world.hidden))) == sorted(CARD.findall(text(state.hidden))), "other cards"
    subject.check(world)
