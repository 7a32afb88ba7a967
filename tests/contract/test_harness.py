"""The contract tests can fail: every broken toy is noticed by the check it is meant for, every leak by the search."""

from dataclasses import replace

import pytest

from games.engine.chance import Rng
from games.engine.errors import EngineError
from tests.catalog.states import but
from tests.contract.bots import bot_match
from tests.contract.checks import CHECKS, Check
from tests.contract.harness import key, match
from tests.contract.runs import bots, each, forks, leaks, reshuffled_share, walk
from tests.contract.secrecy import Leak, compare
from tests.contract.subject import Setup, Subject
from tests.contract.toys import broken_play, broken_values
from tests.contract.toys.broken_matches import BAD_BOTS, DOUBLED_LABEL, ENDLESS
from tests.contract.toys.leaks import LEAKY
from tests.contract.toys.subject import SUBJECT, reshuffle
from tests.contract.toys.toy import ToyState
from tests.contract.trace import trace, trace_elsewhere
from tests.contract.varied import unvaried

MODULE = "tests.contract"
BROKEN = broken_play.broken | broken_values.broken
NOTICED = (AssertionError, TypeError, ValueError, EngineError)


def first_failure(subject: Subject, check: Check) -> Exception | None:
    """Return the check's first complaint in a handful of matches."""
    for seed in range(12):
        for setup in subject.setups:
            rng = Rng(key(seed), "checks")
            for moment in match(subject, setup, seed):
                try:
                    check(subject, moment, rng)
                except NOTICED as problem:
                    return problem
    return None


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_good_toy_passes(check: Check) -> None:
    assert first_failure(SUBJECT, check) is None


def test_the_good_toy_passes_every_run() -> None:
    for run in (walk, leaks(percent=50), bots, forks):
        each(SUBJECT, range(5), run)
    assert reshuffled_share(SUBJECT, range(5)) > 0.5


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_toy_is_noticed(name: str) -> None:
    check, broken = BROKEN[name]
    assert first_failure(broken, check) is not None


def test_every_check_has_a_broken_toy() -> None:
    assert {check for check, _ in BROKEN.values()} == set(CHECKS)


@pytest.mark.parametrize("name", LEAKY)
def test_a_leak_is_found(name: str) -> None:
    with pytest.raises(Leak):
        each(LEAKY[name], range(12), leaks(percent=100))


def test_an_endless_match_is_noticed() -> None:
    with pytest.raises(AssertionError, match="does not end"):
        list(match(ENDLESS, ENDLESS.setups[0], 0, cap=300))


def test_a_doubled_label_of_chance_is_noticed() -> None:
    with pytest.raises(AssertionError, match="round/0/deck"):
        list(match(DOUBLED_LABEL, DOUBLED_LABEL.setups[0], 0))


def test_a_wedge_is_noticed_by_the_walk() -> None:
    with pytest.raises(AssertionError, match="the house does not move"):
        list(match(BROKEN["HouseStandsStill"][1], SUBJECT.setups[0], 0))


@pytest.mark.parametrize(("name", "words"), [("illegal", "which is illegal"), ("moody", "another decision")])
def test_a_bad_bot_is_noticed(name: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        bot_match(BAD_BOTS[name], SUBJECT.setups[0], ["beginner"], 0, twice_percent=100)


def test_bytes_that_depend_on_the_hash_seed_are_noticed() -> None:
    good, bad = f"{MODULE}.toys.subject:SUBJECT", f"{MODULE}.toys.broken_matches:BY_HASH"
    assert trace_elsewhere(good, 1, 1, 1) == trace_elsewhere(good, 1, 1, 2) == trace(SUBJECT, 1, 1)
    assert trace_elsewhere(bad, 1, 1, 1) != trace_elsewhere(bad, 1, 1, 2)


def test_a_reshuffle_that_forgets_something_is_noticed() -> None:
    def forgetful(state: ToyState, seat: int | None, rng: Rng) -> ToyState:
        return but(reshuffle(state, seat, rng), away=tuple(private.away for private in state.own))

    assert unvaried(SUBJECT, range(3)) == set()
    assert unvaried(replace(SUBJECT, reshuffle=forgetful), range(3)) == {".own[].away"}


def test_worlds_are_followed_for_some_events() -> None:
    """A comparison that stops immediately would prove nothing."""
    setup: Setup = SUBJECT.setups[1]
    followed = [compare(SUBJECT, m.state, m.state, 0, Rng(key(1), str(m.number))) for m in match(SUBJECT, setup, 1)]
    assert max(followed) == 12
    assert followed[0] >= 6
