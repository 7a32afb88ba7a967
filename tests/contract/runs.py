"""Whole runs over many matches, as the tests and the tests of the tests call them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from games.engine.chance import Rng
from tests.contract.bots import bot_match
from tests.contract.checks import check_all
from tests.contract.harness import Moment, key, match
from tests.contract.secrecy import Leak, pairs, search
from tests.contract.subject import Setup, Subject, label

Run = Callable[[Subject, Setup, int], None]


@contextmanager
def name_match(subject: Subject, setup: Setup, seed: int) -> Iterator[None]:
    """Says in a failure which match it was."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"{subject.title.metadata.slug}, {label(setup)}, seed {seed}")
        raise


def each(subject: Subject, seeds: Iterable[int], run: Run) -> None:
    """That run for every setup and seed."""
    for seed in seeds:
        for setup in subject.setups:
            with name_match(subject, setup, seed):
                run(subject, setup, seed)


def walk(subject: Subject, setup: Setup, seed: int) -> None:
    """A random match with the checks at every moment."""
    rng = Rng(key(seed), "checks")
    for moment in match(subject, setup, seed):
        if rng.percent_chance(subject.look):
            with at(moment):
                check_all(subject, moment, rng)


@contextmanager
def at(moment: Moment) -> Iterator[None]:
    try:
        yield
    except Exception as problem:
        problem.add_note(f"event {moment.number}: seat {moment.seat}, {moment.move}")
        raise


def leaks(percent: int) -> Run:
    """A random match in which `percent` of 100 positions are looked at with the eyes of a seat."""

    def run(subject: Subject, setup: Setup, seed: int) -> None:
        search(subject, setup, seed, percent=percent)

    return run


def gives_away(subject: Subject, seeds: Iterable[int]) -> bool:
    """Return whether the search finds a leak in matches of these seeds."""
    try:
        each(subject, seeds, leaks(percent=20))
    except Leak:
        return True
    return False


def bots(subject: Subject, setup: Setup, seed: int) -> None:
    """A match of all levels at one table; the seed says who sits where."""
    levels = list(subject.title.bots)
    turn = seed % len(levels)
    bot_match(subject, setup, levels[turn:] + levels[:turn], seed, twice_percent=10)


def reshuffled_share(subject: Subject, seeds: Iterable[int]) -> float:
    """Return how often `reshuffle` gave a different world, at moments when something is dealt.

    Each must hold the same cards and chips.
    """
    different: list[bool] = []

    def run(subject: Subject, setup: Setup, seed: int) -> None:
        for state, other, _ in pairs(subject, setup, seed):
            subject.check(other)
            different.append(state != other)

    each(subject, seeds, run)
    return sum(different) / len(different)


def forks(subject: Subject, setup: Setup, seed: int) -> None:
    """From a position of a random match two others go on: from what one seat knew, and with all hands as they were."""
    title, rng = subject.title, Rng(key(seed), "forks")
    moment = rng.choice(
        [candidate for candidate in match(subject, setup, seed) if not title.rules.over(candidate.state)]
    )
    view = title.view(moment.state, rng.randbelow(setup[1]))
    for world in (title.imagine(view, rng), title.redealt(moment.state, rng)):
        with at(moment):
            for later in match(subject, setup, seed + 1, begins=world):
                subject.check(later.state)
