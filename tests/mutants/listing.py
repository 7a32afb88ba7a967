"""What a planted bug is, the lists of all of them, and whether a list still fits the code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AREAS = ("rules", "access", "plans", "moves", "records", "clocks", "notices")


@dataclass(frozen=True)
class Bug:
    """A plausible mistake: the only place in the file that says `text` says `instead`."""

    name: str
    text: str
    instead: str
    tests: tuple[str, ...] = ()  # pytest's paths; those of the file if there are none


@dataclass(frozen=True)
class File:
    """A file, the tests that know it best, and the bugs planted in it."""

    path: str
    tests: tuple[str, ...]
    bugs: tuple[Bug, ...]


@dataclass(frozen=True)
class Planted:
    """A bug with its place and the tests that should find it."""

    area: str
    path: str
    bug: Bug
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.area}: {self.path}: {self.bug.name}"


def planted(word: str = "") -> list[Planted]:
    """All bugs, or those of an area, or else those whose file or name contains that."""
    every = [
        Planted(area, file.path, bug, bug.tests or file.tests)
        for area in AREAS
        for file in import_module(f"tests.mutants.{area}").FILES
        for bug in file.bugs
    ]
    if word in AREAS:
        return [mutant for mutant in every if mutant.area == word]
    return [mutant for mutant in every if word in mutant.path or word in mutant.bug.name]


def misfits(mutant: Planted, root: Path = ROOT) -> Iterator[str]:
    """Return why a bug can't be planted: its file or a test is missing, or its text isn't there exactly once."""
    if not (root / mutant.path).is_file():
        yield f"{mutant}: there is no such file"
        return
    source = (root / mutant.path).read_text(encoding="utf-8")
    if (count := source.count(mutant.bug.text)) != 1:
        yield f"{mutant}: its text occurs {count} times"
    elif not _is_other_python(source, source.replace(mutant.bug.text, mutant.bug.instead)):
        yield f"{mutant}: with it the file is no Python, or the same as before"
    if not mutant.tests:
        yield f"{mutant}: no test is named"
    yield from (f"{mutant}: there is no {path}" for path in mutant.tests if not _is_there(root, path))


def _is_other_python(before: str, after: str) -> bool:
    try:
        return ast.dump(ast.parse(before)) != ast.dump(ast.parse(after))
    except SyntaxError:
        return False


def _is_there(root: Path, path: str) -> bool:
    """Return whether a pytest path exists: a file or folder, and in a file a class or function."""
    place, *names = path.partition("[")[0].split("::")
    if not names:
        return (root / place).exists()
    return (root / place).is_file() and set(names) <= _names(root / place)


@cache
def _names(path: Path) -> set[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, kinds)}
