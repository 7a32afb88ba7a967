"""The examples in the docstrings of the pure parts are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from games import arena, catalog, engine, kit

MODULES = [
    module.name
    for package in (arena, engine, kit, catalog)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name), report=True).failed == 0


def test_examples_are_found() -> None:
    finder = doctest.DocTestFinder()
    tried = {name: sum(len(docstring.examples) for docstring in finder.find(import_module(name))) for name in MODULES}
    assert tried["games.engine.serialization.json_patch"] >= 3
    assert sum(tried.values()) >= 10
