"""Templates obey the content security policy: no inline style, script or handler anywhere."""

import re
from pathlib import Path

import pytest

from tests.design.paths import ROOT, all_templates

FORBIDDEN = {
    "style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.I),
    "style element": re.compile(r"<style\b", re.I),
    "event handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
    "hx-on": re.compile(r"\shx-on", re.I),
    "inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "foreign address": re.compile(r"""(?:src|href|action)\s*=\s*["'](?:https?:)?//""", re.I),
}
BAD = {
    "style attribute": '<p class="a" style="color:red">',
    "style element": "<style>p{}</style>",
    "event handler": '<button onclick="go()">',
    "hx-on": '<p hx-on:click="go()">',
    "inline script": "<script>go()</script>",
    "foreign address": '<script src="https://cdn.example/x.js"></script>',
}


@pytest.mark.parametrize("path", all_templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for name, pattern in FORBIDDEN.items() if pattern.search(text)] == []


@pytest.mark.parametrize("path", all_templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_comment_is_shown(path: Path) -> None:
    """Django's end with their line; what goes on is text of the page."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".html" else []
    assert [line for line in lines if line.count("{#") > line.count("#}")] == []


@pytest.mark.parametrize("name", FORBIDDEN)
def test_the_check_sees_what_it_looks_for(name: str) -> None:
    assert FORBIDDEN[name].search(BAD[name])


def test_the_sprite_has_no_style_and_no_script() -> None:
    for path in (ROOT / "config" / "static").rglob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|url\(|https?://(?!www\.w3\.org/2000/svg)", text), (
            path
        )
