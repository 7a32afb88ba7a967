"""Scripts are modules that import one another in no circle, and libraries that are what they say they are."""

import hashlib
import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config.static_modules import list_imports, list_modules
from tests.design.paths import ROOT

LIBRARIES = json.loads((ROOT / "config/static/vendor/libraries.json").read_text())
ENTRY = re.compile(r"""{% script_module "([\w/-]+\.js)" %}""")


def entries() -> list[str]:
    """The scripts that templates load."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html"))]
    return sorted({name for text in texts for name in ENTRY.findall(text)})


def find(name: str) -> Path:
    path = finders.find(name)
    assert path, name
    return Path(path)


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["name"])
def test_a_library_is_the_one_it_is_said_to_be(library: dict[str, str]) -> None:
    content = find(library["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == library["sha256"]
    assert library["licence"]
    assert library["version"] in library["source"] or version("django-htmx") in library["source"]


def test_htmx_is_the_version_it_is_said_to_be() -> None:
    [htmx] = [library for library in LIBRARIES if library["name"] == "htmx.org"]
    assert f'version:"{htmx["version"]}"' in find(htmx["file"]).read_text()


def test_every_file_of_the_vendor_folder_is_listed() -> None:
    files = {f"vendor/{path.name}" for path in (ROOT / "config/static/vendor").glob("*.js")}
    assert files == {library["file"] for library in LIBRARIES if library["file"].startswith("vendor/")}


@pytest.mark.parametrize("entry", entries())
def test_modules_are_imported_in_no_circle(entry: str) -> None:
    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above, name))
        for imported in list_imports(name):
            visit(imported, (*above, name))

    visit(entry, ())


@pytest.mark.parametrize("entry", entries())
def test_a_page_names_all_modules_of_its_script(entry: str) -> None:
    """So a browser never discovers a module only by loading another."""
    assert list_modules(entry)
    for name in (entry, *list_modules(entry)):
        assert set(list_imports(name)) <= set(list_modules(entry))
        assert text_imports(name) == len(list_imports(name))


def text_imports(name: str) -> int:
    """Count the files the module imports, by a second method."""
    text = find(name).read_text()
    return text.count(' from "./') + text.count(' from "../') + len(re.findall(r'^import "\.', text, re.MULTILINE))
