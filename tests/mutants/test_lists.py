"""The lists of planted bugs fit the code: `make test-mutants` finds every text where it should be, and every test."""

from pathlib import Path

import pytest

from tests.mutants.__main__ import verdict
from tests.mutants.listing import AREAS, Bug, Planted, misfits, planted

SOURCE = "def taller(one: int, other: int) -> bool:\n    return one > other\n"
LEAST = {"rules": 24, "access": 16, "plans": 10, "moves": 10, "records": 10, "clocks": 8, "notices": 6}


def test_every_bug_can_be_planted() -> None:
    assert [line for mutant in planted() for line in misfits(mutant)] == []


def test_there_are_enough_in_every_area() -> None:
    counts = {area: len(planted(area)) for area in AREAS}
    assert {area: count for area, count in counts.items() if count < LEAST[area]} == {}
    assert sum(counts.values()) >= 60


def test_no_two_are_the_same() -> None:
    changes = [(mutant.path, mutant.bug.text, mutant.bug.instead) for mutant in planted()]
    assert len(set(changes)) == len(changes)
    assert len({str(mutant) for mutant in planted()}) == len(changes)


@pytest.mark.parametrize(
    ("bug", "path", "tests", "misfit"),
    [
        (Bug("wrong way round", "one > other", "one < other"), "one.py", ("test_one.py::test_taller",), ""),
        (Bug("gone", "one >= other", "one < other"), "one.py", ("test_one.py",), "its text occurs 0 times"),
        (Bug("twice", "one", "other"), "one.py", ("test_one.py",), "its text occurs 2 times"),
        (Bug("broken", "one > other", "one >"), "one.py", ("test_one.py",), "no Python, or the same"),
        (Bug("the same", "one > other", "(one > other)"), "one.py", ("test_one.py",), "no Python, or the same"),
        (Bug("no file", "one > other", "one < other"), "two.py", ("test_one.py",), "there is no such file"),
        (Bug("no test", "one > other", "one < other"), "one.py", (), "no test is named"),
        (Bug("no such file", "one > other", "one < other"), "one.py", ("test_two.py",), "there is no test_two.py"),
        (Bug("no such test", "one > other", "one < other"), "one.py", ("test_one.py::test_b[1]",), "there is no"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, bug: Bug, path: str, tests: tuple[str, ...], misfit: str) -> None:
    (tmp_path / "one.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "test_one.py").write_text("def test_taller() -> None: ...\n", encoding="utf-8")
    lines = list(misfits(Planted("rules", path, bug, tests), tmp_path))
    assert len(lines) == bool(misfit)
    assert misfit in "".join(lines)


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        (["found"] * 19 + ["SURVIVED"], 0),
        (["hung"] * 19 + ["SURVIVED"], 0),
        (["found"] * 18 + ["SURVIVED"], 1),
        (["found"] * 99 + ["NOT TRIED"], 2),
    ],
)
def test_so_many_have_to_be_found(outcomes: list[str], status: int) -> None:
    assert verdict(outcomes) == status
