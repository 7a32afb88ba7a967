"""The assembly of verify_record.py, one file that checks a record without this site.

    python -m games.replays.standalone.assembly > verify_record.py      # needs nothing but Python

The file consists of the base in `record_checker/`, the part `record_check.py` of each game's folder, and the checks of
the record. The same sources always give the same text.
"""

import ast
import symtable
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from games.engine.code_digest import RECORD_CHECK

SOURCE_ROOT = Path(__file__).resolve().parents[3]
RECORD_CHECKER = "games/replays/standalone/record_checker"
BASE = "games.replays.standalone.record_checker.base"  # the only module of this site that a part imports
FUTURE = "__future__"
IMPORTS = (ast.Import, ast.ImportFrom)
HEADING_WIDTH = 119


class Import(NamedTuple):
    module: str
    name: str  # "" where the module itself is imported


@cache
def get_record_checker() -> str:
    """Return the program. Built once per process."""
    return assemble_record_checker(SOURCE_ROOT)


def assemble_record_checker(tree: Path) -> str:
    """Assemble the program from the sources in this folder.

    Raises ValueError for a part that imports anything but the standard library and the base, and where two parts use
    the same name for different things.
    """
    package, games = tree / RECORD_CHECKER, sorted((tree / "games" / "catalog").glob(f"*/{RECORD_CHECK}"))
    parts = [_Part(path) for path in (package / "base.py", *games, package / "record.py")]
    _require_distinct_names(parts)
    introduction = (package / "__init__.py").read_text(encoding="utf-8").strip()
    imports = "\n".join(_render_imports({item for part in parts for item in part.imports}))
    return "\n\n".join([introduction, imports, "\n\n\n".join(part.render() for part in parts)]) + "\n"


class _Part:
    """A source file, divided into its docstring, its imports and the code after them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        source = path.read_text(encoding="utf-8")
        module = ast.parse(source)
        head = list(_list_head(module))
        self.title = (ast.get_docstring(module) or "").partition("\n")[0].rstrip(".")
        if not self.title or any(isinstance(node, IMPORTS) for node in set(ast.walk(module)) - set(head)):
            raise ValueError(f"{path}: needs a docstring, then all of its imports")
        self.imports = {item for statement in head if isinstance(statement, IMPORTS) for item in _list_items(statement)}
        for item in self.imports:
            if item.module != BASE and item.module.partition(".")[0] not in sys.stdlib_module_names:
                raise ValueError(f"{path}: imports {item.module}")
        symbols = symtable.symtable(source, str(path), "exec").get_symbols()
        self.names = {symbol.get_name() for symbol in symbols if symbol.is_assigned()}
        self.code = "\n".join(source.splitlines()[head[-1].end_lineno :]).strip()

    def render(self) -> str:
        return f"{f'# --- {self.title} ':-<{HEADING_WIDTH}}\n\n\n{self.code}"


def _list_head(module: ast.Module) -> Iterator[ast.stmt]:
    """Yield the docstring and the imports that directly follow it."""
    yield from module.body[:1]
    yield from takewhile(lambda statement: isinstance(statement, IMPORTS), module.body[1:])


def _list_items(statement: ast.Import | ast.ImportFrom) -> Iterator[Import]:
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            yield Import(alias.name, "")
        elif statement.level or alias.asname:
            yield Import(ast.unparse(statement), "")  # relative or renamed: no module of that name
        else:
            yield Import(statement.module or "", alias.name)


def _require_distinct_names(parts: Iterable[_Part]) -> None:
    """Raise ValueError if two parts define the same name, or import it from different modules."""
    origins: dict[str, str] = {}
    for part in parts:
        names = {item.name or item.module: item.module for item in part.imports if item.module != BASE}
        for name, origin in {**names, **dict.fromkeys(part.names, str(part.path))}.items():
            if origins.setdefault(name, origin) != origin:
                raise ValueError(f"{part.path}: {name} is already used by {origins[name]}")


def _render_imports(imports: Iterable[Import]) -> Iterator[str]:
    """Yield the lines that import these names, sorted as in any other file."""
    names = defaultdict[str, list[str]](list)
    for item in sorted(imports):
        names[item.module].append(item.name)
    names.pop(BASE, None)  # it is in the same file
    yield f"from {FUTURE} import {', '.join(names.pop(FUTURE))}\n"
    yield from (f"import {module}" for module in names if "" in names[module])
    for module in names:
        if imported := [name for name in names[module] if name]:
            yield f"from {module} import {', '.join(imported)}"


if __name__ == "__main__":
    sys.stdout.buffer.write(get_record_checker().encode())
