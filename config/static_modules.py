"""The modules that a script imports. A page lists them all, so that browsers fetch them in parallel."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

IMPORT = re.compile(r"""^(?:import|export)\b(?:[^;'"]*\bfrom)?\s*['"](\.{1,2}/[^'"]+)['"];""", re.MULTILINE)


def list_modules(entry: str) -> tuple[str, ...]:
    """Return everything that "site/main.js" imports, directly or not, as names below STATIC_URL; nearest first."""
    return _list_modules(entry) if not settings.DEBUG else _list_modules.__wrapped__(entry)


@cache
def _list_modules(entry: str) -> tuple[str, ...]:
    modules = [entry]
    for name in modules:
        modules += [imported for imported in dict.fromkeys(list_imports(name)) if imported not in modules]
    return tuple(modules[1:])


def list_imports(name: str) -> list[str]:
    """Return the direct imports of a module."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"There is no static file {name}")
    specifiers = IMPORT.findall(Path(path).read_text(encoding="utf-8"))
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), specifier)) for specifier in specifiers]
