"""Whether a title's `reshuffle` varies all that is hidden: else a leak of the rest would pass unnoticed."""

from collections.abc import Iterable
from typing import Any

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import to_json
from tests.contract.harness import key
from tests.contract.secrecy import pairs
from tests.contract.subject import Subject


def unvaried(subject: Subject, seeds: Iterable[int]) -> set[str]:
    """Parts of the state that `imagine` has to make up for some seat but `reshuffle` never changes.

    A `reshuffle` that forgets something hidden would let every leak of it pass.
    """
    made_up: set[str] = set()
    changed: set[str] = set()
    for seed in seeds:
        for setup in subject.setups:
            rng = Rng(key(seed), "unvaried")
            for state, other, seat in pairs(subject, setup, seed, percent=50):
                plain = to_json(state)
                changed |= parts_that_differ(plain, to_json(other))
                if seat is not None:
                    world = subject.title.imagine(subject.title.view(state, seat), rng)
                    made_up |= parts_that_differ(plain, to_json(world))
    return made_up - changed


def parts_that_differ(a: Any, b: Any, path: str = "") -> set[str]:
    """Paths into two plain JSON values, without list positions: `.hands[][]`."""
    if a == b:
        return set()
    if type(a) is dict and type(b) is dict:
        return set().union(*(parts_that_differ(a.get(k), b.get(k), f"{path}.{k}") for k in a.keys() | b.keys()))
    if type(a) is list and type(b) is list and len(a) == len(b):
        return set().union(*(parts_that_differ(first, second, f"{path}[]") for first, second in zip(a, b, strict=True)))
    return {path}
