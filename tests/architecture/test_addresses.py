"""Addresses are written in urls.py only: code uses `reverse`, scripts get them from their page."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import URLPattern, get_resolver, reverse

from config.log_filters import mask_secrets
from config.server.http import uvicorn
from games.pwa.practice import pyodide
from games.tables.url_templates import make_url_template

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("accounts", "config", "games", "templates")
KINDS = (".py", ".js", ".html", ".jinja")
# These have to know addresses where there are no urls.py to ask; the tests at the end hold them against them.
ALONE = {
    "config/server/http/uvicorn.py",  # answers probes before Django is loaded
    "config/log_filters.py",  # keeps secrets out of the log, also while the urls.py are being loaded or can't be
    "games/pwa/practice/pyodide.py",  # puts files where they are served, without Django (`make practice`)
}
STRING = r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*` """
PATTERN = r"(?<=[=(,:!&|?\[{;\s]) /(?![/*\s]) (?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+ /[a-z]*"
SCRIPT = re.compile(rf"(?P<comment> //[^\n]* | /\*.*?\*/) | (?P<said> {STRING} | {PATTERN})", re.VERBOSE | re.DOTALL)


@cache
def parts(*, first: bool) -> set[str]:
    """Return the constant path segments of our addresses; only the first of each, or all."""
    segments = {settings.STATIC_URL.strip("/")}
    for address in _addresses(get_resolver("config.urls").url_patterns, ""):
        pieces = address.split("/")[: 1 if first else None]
        segments |= {piece for piece in pieces if re.fullmatch(r"[\w.-]+", piece)}
    return segments


def _addresses(patterns: list, before: str) -> Iterator[str]:
    for pattern in patterns:
        here = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLPattern):
            yield here
        else:
            yield from _addresses(pattern.url_patterns, here)


def read_python_strings(source: str) -> Iterator[str]:
    """All texts but docstrings."""
    tree = ast.parse(source)
    docstring_ids = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstring_ids:
            yield node.value


def read_script_strings(source: str) -> Iterator[str]:
    """Strings, templates and regular expressions."""
    for match in SCRIPT.finditer(source):
        if match["said"]:
            yield match["said"][1:].replace("\\/", "/").rstrip("\"'`")


def read_page_strings(source: str) -> Iterator[str]:
    """Values of attributes, and what tags are given."""
    return (match[1] or match[2] or "" for match in re.finditer(r""""([^"\n]*)"|'([^'\n]*)'""", source))


def literals(path: Path) -> list[str]:
    """The addresses of ours that a file of ours holds."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return addresses_in(read_script_strings(source), parts(first=False))
    return addresses_in((read_python_strings if path.suffix == ".py" else read_page_strings)(source), parts(first=True))


def addresses_in(texts: Iterator[str], known_parts: set[str]) -> list[str]:
    any_part = "|".join(re.escape(part) for part in sorted(known_parts))
    ours = re.compile(rf"(?<![\w.%*-])/(?:{any_part})(?![\w.-])|[(|](?:{any_part})/")  # … or in a choice of a pattern
    return [text for text in texts if ours.search(text)]


def files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and path.name != "urls.py" and "migrations" not in path.parts:
                yield path


def test_addresses_stand_in_no_other_file() -> None:
    by_file = {path.relative_to(ROOT).as_posix(): addresses for path in files() if (addresses := literals(path))}
    assert {name: addresses for name, addresses in by_file.items() if name not in ALONE} == {}
    assert by_file.keys() >= ALONE, "needs no exception any more"


@pytest.mark.parametrize(
    "line",
    [
        'fetch("/offline/session/")',
        "fetch('/settings/notifications/')",
        "location.assign(`/tables/${table}/`)",
        "fetch(`${start}/sidebar/?n=${n}`) // elsewhere",
        r"const PAGES = /^\/replays\/[a-z0-9]+\/$/;",
        r"else if (/^\/(static|practice\/assets)\//.test(url.pathname)) keep();",
        'if (form.action.endsWith("/client-seed/")) return;',
        """place.querySelector("[action$='/client-seed/']")""",
    ],
)
def test_a_script_that_names_one_is_found(line: str) -> None:
    assert addresses_in(read_script_strings(line), parts(first=False))


@pytest.mark.parametrize(
    "line",
    [
        "// fetches /offline/session/ first",
        "/* as /tables/ does */ const half = width / tables / 2;",
        "const path = place.dataset.hello;",
        'fetch("https://example.org/tables.json")',
        'linked("/tables-of-others/")',
    ],
)
def test_one_that_names_none_is_not(line: str) -> None:
    assert not addresses_in(read_script_strings(line), parts(first=False))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('AT = {"/library/imports/": 17}', 1),
        ('leads = f"/tables/{table.public_id}/"', 1),
        ('leads = f"{site}/metrics"', 1),
        ('def page():\n    """What stands at /tables/."""', 0),
        ('page = "accounts/admin/page.html"  # of /admin/', 0),
        ('leads = reverse("tables:detail")', 0),
    ],
)
def test_a_module_that_names_one_is_found(source: str, count: int) -> None:
    assert len(addresses_in(read_python_strings(source), parts(first=True))) == count


def test_a_template_that_names_one_is_found() -> None:
    page = """<a href="/lobby/">Lobby</a> <a href="{% url 'tables:lobby' %}" title='/tables/'>/lobby/</a>"""
    assert addresses_in(read_page_strings(page), parts(first=True)) == ["/lobby/", "/tables/"]


@pytest.mark.parametrize(
    ("name", "given", "filling"),
    [
        ("tables:detail", ("{id}",), ("k3vm9qk3vm9q",)),
        ("replays:position", ("k3vm9qk3vm9q", "{n}"), ("k3vm9qk3vm9q", 12)),
        ("replays:position_rendered", ("{id}", "{n}", "{key}"), ("k3vm9qk3vm9q", 7, "0123456789abcdef")),
        ("tables:rules", ("{slug}",), ("four-seats",)),
        ("tables:lobby", (), ()),
    ],
)
def test_an_address_with_gaps_is_the_sites_own_once_they_are_filled(name: str, given: tuple, filling: tuple) -> None:
    address = make_url_template(name, *given)
    assert [gap for gap in given if gap in address] == list(given)
    for gap, value in zip(given, filling, strict=True):
        address = address.replace(gap, str(value))
    assert address == reverse(name, args=filling)


# --- Code that has to know addresses without `reverse` has the right ones


def test_probes_are_answered_early_where_they_are_answered_later() -> None:
    early = (uvicorn.LIVE_PATH, uvicorn.READY_PATH, uvicorn.HEALTH_PATH)
    assert early == tuple(reverse(f"monitoring:{name}") for name in ("livez", "readyz", "healthz"))


def test_the_runtime_of_practice_lies_below_its_page() -> None:
    assert pyodide.BASE_URL.startswith(reverse("pwa:practice"))


def test_secrets_in_addresses_are_masked() -> None:
    """Tokens and keys; not the digests of practice, those of positions and the admin's links, which prove nothing."""
    secret = re.compile(r"<(?:\w+:)?token>|<(?:str:)?key>|\(\?P<key>")
    patterns = [
        address for address in _addresses(get_resolver("config.urls").url_patterns, "") if secret.search(address)
    ]
    assert len(patterns) == 5
    for pattern in patterns:
        path = "/" + re.sub(r"<[^>]*>|\(\?P.*\)", "Xq-7", pattern)
        assert "Xq-7" not in mask_secrets(f"GET {path} HTTP/1.1"), pattern
