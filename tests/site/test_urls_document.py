"""docs/urls.md has every address of the site. To update it:
`TEFUDA_WRITE_ADDRESSES=1 pytest tests/site/test_urls_document.py -n 0`.
"""

import ast
import inspect
import os
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.site.url_map import Address, walk_urls

MAP = Path(__file__).resolve().parents[2] / "docs" / "urls.md"
WRITING = bool(os.environ.get("TEFUDA_WRITE_ADDRESSES"))
HEAD = """# Addresses

Every address of the site except the administration (`/admin/`, as Django makes it). This page is generated from the
`urls.py` files and the views' docstrings. If `tests/site/test_urls_document.py` fails, the page is out of date: the top
of that file has the command to update it. `tests/site/expected.txt` lists each reader's response from each address.

An id (`<public_id>`) has twelve letters and digits. Addresses fetched by scripts are below the page that uses them. A
POST redirects to its page, so forms work without scripts. The method is empty if the view decides it.
"""
SAFE, POST = "GET", "POST"
DECORATORS = {"require_safe": SAFE, "require_POST": POST, "post_or_table": POST, "post_or_front_page": POST}


def text() -> str:
    """The whole page."""
    rows: dict[str, list[str]] = {}
    for address in sorted(walk_urls(), key=lambda address: address.route):
        if not address.route.startswith("admin/"):
            rows.setdefault(address.route.partition("/")[0] if "/" in address.route else "", []).append(row(address))
    parts = [HEAD]
    for first, lines in rows.items():
        parts += [
            f"## {f'/{first}/' if first else '/'}\n",
            "| Address | Name | Method | |\n|---|---|---|---|",
            "\n".join(lines) + "\n",
        ]
    return "\n".join(parts)


def row(address: Address) -> str:
    path = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", re.sub(r"<\w+:", "<", address.route))
    view = inspect.unwrap(getattr(address.view, "view_class", address.view))
    named = f"`{address.name}`" if address.name else ""
    return f"| `/{path}` | {named} | {methods(view)} | {sentence(view)} |"


def methods(view: Callable[..., Any]) -> str:
    """Return the methods its decorators allow."""
    if inspect.isclass(view) or not view.__module__.startswith(("accounts.", "config.", "games.")):
        return ""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(view))).body
    assert isinstance(node, ast.FunctionDef)
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Name) and decorator.id in DECORATORS:
            return DECORATORS[decorator.id]
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "require_http_methods":
            return ", ".join(method for method in ast.literal_eval(decorator.args[0]) if method != "HEAD")
    return ""


def sentence(view: Callable[..., Any]) -> str:
    """The first one of its docstring."""
    docstring = view.__doc__ if view.__module__.startswith(("accounts.", "config.", "games.")) else ""
    words = " ".join(inspect.cleandoc(docstring or "").partition("\n\n")[0].split())
    first = re.match(r".*?[.:](?= [A-Z]|$)|.*", words)
    assert first
    return first[0].rstrip(".:").replace("|", "\\|").replace("<", "&lt;")


def test_the_page_is_up_to_date() -> None:
    if WRITING:
        MAP.write_text(text(), encoding="utf-8")
    assert MAP.read_text(encoding="utf-8") == text(), "docs/urls.md is out of date; see the top of this file"


def test_views_of_ours_say_what_they_are() -> None:
    """Not those that allauth or Django has made."""
    silent = {url.name for url in walk_urls() if not url.route.startswith("admin/") and not sentence(_view(url))}
    assert {name for name in silent if not name.startswith(("account_", "mfa_"))} == set()


def _view(address: Address) -> Callable[..., Any]:
    return inspect.unwrap(getattr(address.view, "view_class", address.view))
