"""Non-interference: hidden information makes no difference to anything a seat can see, try or receive.

Two worlds that a seat can't distinguish (the game's `hidden.reshuffle`, written from its rules) must give that
seat the same view, legal moves, refusals and happenings, now and during the next events, until the rules themselves
reveal a difference (`hidden.may_differ`: a showdown, an opened card).
"""

import marshal
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.errors import IllegalMoveError, InvalidPayloadError
from games.engine.game import AddressedHappening, Game, Move, State, Step
from games.engine.serialization.canonical_json import dump_canonical, to_json
from tests.contract.fuzz import probes
from tests.contract.harness import attempt, key, legal_json, match, seats_of, text, visible
from tests.contract.subject import Setup, Subject, subject

EVENTS = 12  # how far two worlds are followed


class Leak(AssertionError):
    """A seat could tell two worlds apart that it must not."""


def glance(title: Game, state: State, seat: int | None, tries: list[Move]) -> dict[str, Any]:
    """Everything a seat, or a spectator, can learn by looking and by trying."""
    rules = title.rules
    answers = {
        "view": to_json(title.view(state, seat)),
        "waiting_on": sorted(rules.waiting_on(state)),
        "over": rules.over(state),
        "standing": to_json(rules.standing(state)),
    }
    if seat is not None:
        answers["legal"] = legal_json(rules.legal(state, seat))
        if seat in rules.waiting_on(state):
            answers["safe_move"] = to_json(rules.safe_move(state, seat, Chance(b"clock")))
        answers["answers"] = [refusal(attempt(title, state, seat, move)) for move in tries]
    return answers


def refusal(answer: Step | IllegalMoveError | InvalidPayloadError) -> Any:
    return [answer.code, dict(answer.params)] if not isinstance(answer, Step) else "accepted"


def compare(subject: Subject, a: State, b: State, seat: int | None, rng: Rng, *, events: int = EVENTS) -> int:
    """Follows both worlds through the same events. Raises Leak at the first difference; returns the events followed."""
    title, house = subject.title, Chance(key(rng.randbelow(2**32)))
    for count in range(events):
        same_glance(title, a, b, seat, rng)
        following = next_event(title, a, b, seat, rng, house)
        if following is None:
            return count
        once, other = following
        if differ_lawfully(subject, once.happenings, other.happenings, seat):
            return count + 1
        a, b = once.state, other.state
    same_glance(title, a, b, seat, rng)
    return events


def same_glance(title: Game, a: State, b: State, seat: int | None, rng: Rng) -> None:
    tries = [] if seat is None else probes(title, a, seats_of(title, a), rng, 5)
    first, second = glance(title, a, seat, tries), glance(title, b, seat, tries)
    if not alike(first, second):
        telling = [name for name in first.keys() | second.keys() if first.get(name) != second.get(name)]
        raise Leak("\n  ".join([f"seat {seat}", *(f"{n}: {first.get(n)}\n  {n}: {second.get(n)}" for n in telling)]))


def alike(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Return whether the plain values have the same types throughout: for Python 1 == True.

    Nearly all have. Their pickled bytes are written several times faster than their text.
    """
    return marshal.dumps(first, 2) == marshal.dumps(second, 2) or dump_canonical(first) == dump_canonical(second)


def next_event(title: Game, a: State, b: State, seat: int | None, rng: Rng, house: Chance) -> tuple[Step, Step] | None:
    """Apply the same event in both worlds: a game step, or a move that is legal in both; None if there is none."""
    rules = title.rules
    once, other = rules.advance(a, house), rules.advance(b, house)
    if (once is None) != (other is None):
        raise Leak(f"seat {seat}: the house moves in one world only")
    if once is not None and other is not None:
        return once, other
    if not (waiting := sorted(rules.waiting_on(a))):
        return None
    actor = rng.choice(waiting)
    move = common_move(title, a, b, actor, rng)
    return None if move is None else (rules.apply(a, actor, move), rules.apply(b, actor, move))


def common_move(title: Game, a: State, b: State, actor: int, rng: Rng) -> Move | None:
    first, second = title.rules.legal(a, actor), title.rules.legal(b, actor)
    moves = [first.sample(rng) for _ in range(6)] + [second.sample(rng) for _ in range(6)]
    return next((move for move in moves if first.contains(move) and second.contains(move)), None)


def differ_lawfully(
    subject: Subject, a: tuple[AddressedHappening, ...], b: tuple[AddressedHappening, ...], seat: int | None
) -> bool:
    """Return whether the happenings differ where the rules allow it. Raise Leak if they differ elsewhere."""
    for first, second in zip_longest(visible(a, seat), visible(b, seat)):
        texts = [None if addressed is None else text(addressed.happening) for addressed in (first, second)]
        if texts[0] == texts[1]:
            continue
        if all(addressed is None or subject.may_differ(addressed) for addressed in (first, second)):
            return True
        raise Leak(f"seat {seat} is told:\n  {texts[0]}\n  {texts[1]}")
    return False


def secret_choice(subject: Subject, state: State, rng: Rng) -> None:
    """While several seats choose simultaneously, no one can see what one of them has chosen. Raises Leak."""
    title = subject.title
    waiting = sorted(title.rules.waiting_on(state))
    if len(waiting) < 2:
        return
    actor = rng.choice(waiting)
    legal = title.rules.legal(state, actor)
    once, other = (title.rules.apply(state, actor, legal.sample(rng)) for _ in "12")
    for eye in (*seats_of(title, state), None):
        if eye != actor and not differ_lawfully(subject, once.happenings, other.happenings, eye):
            same_glance(title, once.state, other.state, eye, rng)


def pairs(subject: Subject, setup: Setup, seed: int, *, percent: int = 25) -> Iterator[tuple[State, State, int | None]]:
    """(state, other state, seat) at random moments of a match; that seat, or a spectator, cannot tell them apart."""
    rng = Rng(key(seed), "worlds")
    for moment in match(subject, setup, seed):
        for seat in (*range(setup[1]), None):
            if rng.randbelow(10_000) < percent * subject.look:
                yield moment.state, subject.reshuffle(moment.state, seat, rng), seat


def worlds(slug: str, seed: int) -> Iterator[tuple[State, State, int | None]]:
    """Yield pairs of different states that `seat` (None: a spectator) must not be able to distinguish.

    Follows one match of the game; the seed chooses among its setups. For tests of code that uses views.
    """
    game = subject(slug)
    for state, other, seat in pairs(game, game.setups[seed % len(game.setups)], seed):
        if state != other:
            yield state, other, seat


def search(subject: Subject, setup: Setup, seed: int, *, percent: int = 25) -> None:
    """Looks for a leak in a whole match. Raises Leak."""
    rng = Rng(key(seed), "search")
    for state, other, seat in pairs(subject, setup, seed, percent=percent):
        compare(subject, state, other, seat, rng)
        secret_choice(subject, state, rng)
