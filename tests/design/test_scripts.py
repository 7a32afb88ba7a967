"""Classic scripts of one page share their names: each is declared once."""

import re

import pytest

from tests.design.paths import ROOT

TEMPLATES = ROOT / "templates"
STATIC = [ROOT / "config/static", ROOT / "games/pwa/static", ROOT / "games/replays/static"]
SCRIPT = re.compile(r"""<script src="{% static '([\w/-]+\.js)' %}""")
INCLUDED = re.compile(r"""{% include "([\w/-]+\.html)""")
DECLARED = re.compile(r"^(?:(?:async )?function\*? (\w+)|class (\w+)|(?:const|let) (\w+))", re.MULTILINE)
SEVERAL = re.compile(r"^(?:const|let) [\[{]([^=]*?)[\]}] =", re.MULTILINE | re.DOTALL)


def scripts(template: str) -> list[str]:
    """The scripts that a template loads, with what it includes and extends."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    found = scripts("base.html") if '{% extends "base.html"' in text else []
    found += SCRIPT.findall(text)
    for name in INCLUDED.findall(text):
        found += scripts(name) if name != template and "script" in name else []
    return list(dict.fromkeys(found))


def declared(script: str) -> set[str]:
    """The names of a script's own that it shares with the page."""
    [path] = [folder / script for folder in STATIC if (folder / script).exists()]
    text = path.read_text(encoding="utf-8")
    names = {name for match in DECLARED.findall(text) for name in match if name}
    return names.union(*(re.findall(r"\w+", several) for several in SEVERAL.findall(text)))


def pages() -> list[str]:
    return [
        str(path.relative_to(TEMPLATES))
        for path in sorted(TEMPLATES.rglob("*.html"))
        if SCRIPT.search(path.read_text())
    ]


@pytest.mark.parametrize("template", pages())
def test_no_name_is_declared_twice(template: str) -> None:
    names = [(name, script) for script in scripts(template) for name in declared(script)]
    found = {name: [by for other, by in names if other == name] for name, _ in names}
    assert {name: by for name, by in found.items() if len(by) > 1} == {}


def test_names_are_found() -> None:
    assert {"busy", "refresh", "zone"} <= declared("site/table.js")
    assert {"LEAST", "MOST", "stepTaken"} <= declared("site/task-slices.js")
    assert {"site/site.js", "site/table.js", "site/card-selection.js"} <= set(scripts("tables/table.html"))
