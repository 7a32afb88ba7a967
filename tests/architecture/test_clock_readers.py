"""A seat's remaining time is read in one place; no other module reads the clock columns.

Code that read them directly used to forget a bank, a pause, live play or quiet hours. Other modules use
`Table.time_control`, `games.tables.clocks.seat_clock` or `games.tables.clocks.question_clock`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = {"turn_seconds", "increment_seconds", "time_bank", "time_left", "clock_since"}
# Files or folders, and why they may.
READERS = {
    "games/clocks/": "the clocks themselves",
    "games/tables/models/": "makes the columns a TimeControl",
    "games/tables/clocks/seat_clock.py": "makes a seat's columns its clock",
    "games/tables/clocks/display.py": "what is left on a stopped clock, from the clock",
    "games/tables/clocks/question_clock.py": "the time left on the clock",
    "games/tables/forms/table_form.py": "a preset's suggestion, and the form's field of that name",
}
# In templates only as fields of a form.
FORM_FIELD = re.compile(r"\bform\.(?:turn_seconds|on_timeout)\b")
IN_TEMPLATES = re.compile(rf"\.({'|'.join(sorted(COLUMNS))})\b")


def find_reads(source: str) -> Iterator[str]:
    """Find the columns that a module reads or writes as attributes, by dot or by `getattr`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in COLUMNS:
            yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            yield from (a.value for a in node.args[1:2] if isinstance(a, ast.Constant) and a.value in COLUMNS)


def list_modules() -> Iterator[tuple[str, str]]:
    for folder in ("accounts", "config", "games"):
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_no_other_module_reads_a_seats_time() -> None:
    readers = {path: sorted(set(names)) for path, source in list_modules() if (names := list(find_reads(source)))}
    assert {path: names for path, names in readers.items() if not path.startswith(tuple(READERS))} == {}
    assert all(any(path.startswith(allowed) for path in readers) for allowed in READERS), "an exception nobody needs"


def test_no_template_reads_a_seats_time() -> None:
    templates = [
        path
        for folder in ("accounts", "games", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".html", ".jinja", ".txt")
    ]
    assert len(templates) > 100
    texts = {path.relative_to(ROOT): FORM_FIELD.sub("", path.read_text(encoding="utf-8")) for path in templates}
    assert {str(path): IN_TEMPLATES.findall(text) for path, text in texts.items() if IN_TEMPLATES.search(text)} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("late = table.turn_seconds // 4", ["turn_seconds"]),
        ("left = getattr(seat, 'time_left')", ["time_left"]),
        ("seat.clock_since = None", ["clock_since"]),
        ("rows.filter(time_left=None)", []),
        ("estimate_duration(turn_seconds=60)", []),
    ],
)
def test_a_read_is_found(source: str, found: list[str]) -> None:
    assert list(find_reads(source)) == found
