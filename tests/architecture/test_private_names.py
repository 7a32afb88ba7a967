"""What Django, Jinja, Celery and the like keep to themselves stays theirs: they may change it with any release."""

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import accounts
import config
import games

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = {
    "allauth", "celery", "django", "jinja2", "kombu", "markupsafe", "psycopg", "redis", "uvicorn", "whitenoise",
}  # fmt: skip
STANDARD = {"gettext", "random", "os"}  # of which private names were used once
# Underscored, and documented all the same.
DOCUMENTED = {"_meta", "_base_manager", "_default_manager", "_fields", "_asdict", "_replace", "_exit"}
# The file and the name: why there is no other way.
ALLOWED = {
    ("config/server/worker/filesystem_broker.py", "_get"): "kombu documents it as what a transport has to bring",
    ("config/server/worker/filesystem_broker.py", "_put"): "likewise",
    ("config/server/worker/filesystem_broker.py", "_size"): "likewise",
    ("accounts/adapters.py", "_get_login_attempts_cache_key"): "allauth counts wrong passwords by name alone",
    ("accounts/adapters.py", "_rollback_login_failed_rl_usage"): "its public way tries all who claim an address",
    ("accounts/views/two_factor.py", "_build_forms"): "a post without a code would be taken for a key; there are none",
}
FILES = sorted(
    path.relative_to(ROOT)
    for folder in ("accounts", "config", "games")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
TREES = {path: ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in FILES}


def is_private(name: str) -> bool:
    """allauth says with the word "internal" what others say with an underscore."""
    return name == "internal" or (name.startswith("_") and not name.endswith("_") and name not in DOCUMENTED)


def list_project_names() -> set[str]:
    """Every name that our own code gives to something."""
    names: set[str] = set()
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.add(node.id if isinstance(node, ast.Name) else node.attr)
    return names


def list_used_names(tree: ast.AST) -> Iterator[str]:
    """Private names of something that is asked for them, by dot, by import or by `getattr`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Import):
            paths = [alias.name.split(".") for alias in node.names]
            yield from (name for first, *rest in paths if first in LIBRARIES | STANDARD for name in rest)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in LIBRARIES | STANDARD:
            yield from (alias.name for alias in node.names)
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            yield from (a.value for a in node.args[1:2] if isinstance(a, ast.Constant) and isinstance(a.value, str))


def set_on_libraries(tree: ast.AST) -> Iterator[str]:
    """Return attributes set on objects imported from a library."""
    library_names = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).partition(".")[0] in LIBRARIES | STANDARD
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            inner: ast.AST = node.value
            while isinstance(inner, ast.Attribute):
                inner = inner.value
            if isinstance(inner, ast.Name) and inner.id in library_names - {"settings"}:
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and ast.unparse(node).startswith("setattr("):
            yield from [ast.unparse(node)] if ast.unparse(node.args[0]).partition(".")[0] in library_names else []


def modules() -> Iterator[ModuleType]:
    for package in (accounts, config, games):
        for module_info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {"migrations", "settings", "standalone", "asgi", "build"} & set(module_info.name.split(".")):
                yield import_module(module_info.name)


def list_overridden(module: ModuleType) -> Iterator[str]:
    """Return private names of a library class that one of our subclasses overrides or uses."""
    classes = {
        node.name: node
        for node in ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    for kind in vars(module).values():
        if not isinstance(kind, type) or kind.__module__ != module.__name__:
            continue
        bases = [base for base in kind.__mro__ if base.__module__.partition(".")[0] in LIBRARIES]
        attributes = {
            node.attr
            for node in ast.walk(classes.get(kind.__name__, ast.Module([], [])))
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls", "super()")
        }
        for name in {*vars(kind), *attributes} - {"_abc_impl"}:
            if is_private(name) and any(name in vars(base) for base in bases):
                yield name


def test_no_private_name_is_used() -> None:
    project_names = list_project_names()
    used = {
        (str(path), name)
        for path, tree in TREES.items()
        for name in list_used_names(tree)
        if is_private(name) and name not in project_names
    }
    assert used - ALLOWED.keys() == set()


def test_no_private_name_is_overridden() -> None:
    overrides = {
        (f"{module.__name__.replace('.', '/')}.py", name) for module in modules() for name in list_overridden(module)
    }
    assert overrides - ALLOWED.keys() == set()


def test_nothing_is_set_on_a_library() -> None:
    assignments = {(str(path), text) for path, tree in TREES.items() for text in set_on_libraries(tree)}
    assert assignments - ALLOWED.keys() == set()


@pytest.mark.parametrize(
    "planted",
    [
        "handler._middleware_chain(request)",
        "rows._raw_delete(using)",
        "words._catalog",
        "from random import _urandom",
        "from django.db.models.base import _x",
        "from allauth.core.internal import ratelimit",
        "from allauth.core import internal",
        "import allauth.core.internal.ratelimit",
        "getattr(queryset, '_iterable_class')",
    ],
)
def test_a_planted_one_is_found(planted: str) -> None:
    assert [
        name for name in list_used_names(ast.parse(planted)) if is_private(name) and name not in list_project_names()
    ] != []


@pytest.mark.parametrize(
    "planted",
    ["import kombu\nkombu.transport.memory = 1", "from django.db import models\nsetattr(models.Model, 'save', None)"],
)
def test_a_planted_change_of_a_library_is_found(planted: str) -> None:
    assert list(set_on_libraries(ast.parse(planted))) != []
