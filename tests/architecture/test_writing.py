"""All writes go through config.db: no transaction of ours begins past the file lock."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "config", "games")
MECHANISMS = ROOT / "config" / "db"
# Changes the schema after a migration, in a named database, never while people play.
SCHEMA = {"config/db/append_only.py"}


def modules(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*.py")) if "migrations" not in path.parts)


def bare_transactions(source: str) -> list[int]:
    """Return the lines that use Django's `atomic`, however it was imported."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        names = [name.name for name in node.names] if isinstance(node, ast.ImportFrom) else []
        if "atomic" in names or (isinstance(node, ast.Attribute) and node.attr == "atomic"):
            lines.append(node.lineno)
    return sorted(lines)


def imports(source: str) -> set[str]:
    """The modules a file imports, by their whole names."""
    module_names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            module_names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            module_names |= {f"{node.module}.{name.name}" for name in node.names}
    return module_names


def test_no_transaction_begins_past_the_lock():
    files = {
        path.relative_to(ROOT).as_posix(): lines
        for package in PACKAGES
        for path in modules(ROOT / package)
        if (MECHANISMS not in path.parents or path.relative_to(ROOT).as_posix() in SCHEMA)
        and (lines := bare_transactions(path.read_text(encoding="utf-8")))
    }
    assert set(files) == SCHEMA


def test_the_databases_mechanisms_import_nothing_of_the_project():
    for path in modules(MECHANISMS):
        ours = {name for name in imports(path.read_text(encoding="utf-8")) if name.split(".")[0] in PACKAGES}
        assert {name for name in ours if not name.startswith("config.db.")} == set(), path.name


@pytest.mark.parametrize(
    "line",
    [
        "with transaction.atomic(): pass",
        "@transaction.atomic\ndef f(): pass",
        "from django.db.transaction import atomic",
    ],
)
def test_a_planted_one_is_seen(line):
    assert bare_transactions(f"from django.db import transaction\n{line}\n") == [2]
