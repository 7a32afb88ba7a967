"""Templates can be read: lines are short, and each holds one statement."""

import re
from pathlib import Path

import pytest

from tests.design.paths import ROOT, all_templates

WIDTH = 120
TAG = re.compile(r"<[a-z][^<>]*>")
# A statement that begins a block. The end tag may be on the same line.
STATEMENT = re.compile(r"{%[-+]? *(?!end)(\w+)")
# The second half of a plural text, and Django's tags that stand for a value or a name, like {{ … }}.
NO_STATEMENTS = {
    ".jinja": {"pluralize"},
    ".html": {
        "plural", "load", "translate", "url", "static", "querystring", "csrf_token", "form_key", "now", "htmx_script",
        "get_current_language", "card", "card_back", "drawn", "log_event", "log_events", "title_style", "title_script",
        "script_module", "avatar", "emblem",
    },
}  # fmt: skip


def list_crowded_lines(text: str, kind: str) -> list[str]:
    """Lines that are too long or hold more than one statement. Attributes may choose."""
    bare = TAG.sub(lambda tag: "\n" * tag[0].count("\n"), text).split("\n")
    lines = zip(text.split("\n"), bare, strict=True)
    return [line for line, rest in lines if len(line) > WIDTH or len(_statements(rest, kind)) > 1]


def _statements(line: str, kind: str) -> list[str]:
    return [name for name in STATEMENT.findall(line) if name not in NO_STATEMENTS[kind]]


@pytest.mark.parametrize("path", all_templates(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_line_holds_one_statement(path: Path) -> None:
    assert list_crowded_lines(path.read_text(encoding="utf-8"), path.suffix) == []


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("x" * 121, ".jinja"),
        ("x" * 121, ".html"),
        ("{% if a %}{% trans %}A{% endtrans %}{% endif %}", ".jinja"),
        ("{% if a %}A{% else %}B{% endif %}", ".jinja"),
        ("{% if a %}A{% else %}B{% endif %}", ".html"),
        ("<p>{% for a in b %}{% if a %}", ".jinja"),
        ("<p>{% for a in b %}{% if a %}", ".html"),
        ("{% if a %}{% include 'b.html' %}{% endif %}", ".html"),
        ("{% block title %}{% blocktranslate %}A{% endblocktranslate %}{% endblock %}", ".html"),
    ],
)
def test_crowded_lines_are_seen(line: str, kind: str) -> None:
    assert list_crowded_lines(f"<p>\n{line}\n</p>", kind) == [line]


@pytest.mark.parametrize(
    "lines",
    [
        '{% if a %}{% translate "A" %}{% endif %}',
        '<p class="{% if a %}b{% else %}c{% endif %}">{% if d %}',
        '<p id="a"\n  {% if b %}class="c"{% elif d %}class="e"{% endif %}>{% if f %}',
    ],
)
def test_what_attributes_choose_crowds_nothing(lines: str) -> None:
    assert list_crowded_lines(lines, ".html") == []
