"""The zips that the practice worker unpacks: the rules, the boards and Jinja2, and the large tables of strong bots.

The same files always give the same bytes, so that the digest can be part of the URL.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import games
from games.engine.code_digest import is_bot_file

GAMES = Path(games.__file__).parent
INCLUDED_PACKAGES = ("__init__.py", "catalog", "engine", "kit", "rendering")
PRACTICE_FILES = ("__init__.py", "match.py", "rendering.py", "match_log.py", "worker_api.py", "templates", "locale")
# Also used to show imported records in the browser.
RECORD_FILES = (
    "replays/__init__.py", "replays/audit/__init__.py", "replays/audit/rows.py", "replays/imports/__init__.py",
    "replays/imports/parser.py", "replays/standalone/__init__.py", "replays/standalone/record_viewer.py",
    "tables/__init__.py", "tables/storage/__init__.py", "tables/storage/snapshots.py",
)  # fmt: skip
SUFFIXES = (".jinja", ".mo")  # besides the code
STRONG_TABLES = "bots/strong/"  # in a game's folder: downloaded when first needed (games/kit/bot_tables.py)
LESSONS_ONLY = ("/position.py", "/kit/positions.py")  # lessons need the server (games/tables/views/lessons.py)
WHEELS = ("jinja2", "markupsafe")
EPOCH = (1980, 1, 1, 0, 0, 0)


@cache
def get_bundle() -> bytes:
    """Return the zip with everything but the strong bots' tables, built once per process."""
    return _pack((*((name, path) for name, path in _ours() if STRONG_TABLES not in name), *_wheels()))


@cache
def get_strong_tables() -> dict[str, bytes]:
    """Return, for games that have them, a zip with the tables that only the strong bot and its hints read."""
    tables: dict[str, list[tuple[str, Path]]] = {}
    for name, path in _ours():
        if STRONG_TABLES in name:
            tables.setdefault(name.split("/")[2], []).append((name, path))
    return {slug: _pack(files) for slug, files in sorted(tables.items())}


@cache
def get_archives() -> dict[str, bytes]:
    """Return all zips by their digests, which are part of their URLs."""
    return {compute_digest(archive): archive for archive in (get_bundle(), *get_strong_tables().values())}


def compute_digest(archive: bytes) -> str:
    """Return the digest that is part of a zip's URL."""
    return hashlib.sha256(archive).hexdigest()[:16]


def _pack(files: Iterable[tuple[str, Path]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(dict(files).items()):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _ours() -> Iterator[tuple[str, Path]]:
    for part in (
        *(GAMES / name for name in (*INCLUDED_PACKAGES, *RECORD_FILES)),
        *(GAMES / "practice" / name for name in PRACTICE_FILES),
    ):
        for path in [part] if part.is_file() else part.rglob("*"):
            name = path.relative_to(GAMES.parent).as_posix()
            is_meant = path.suffix in SUFFIXES or (path.is_file() and is_bot_file(name))
            if is_meant and not name.endswith(LESSONS_ONLY):
                yield name, path


def _wheels() -> Iterator[tuple[str, Path]]:
    """Yield the Python files and licenses of packages without dependencies, leaving out compiled extensions."""
    for name in WHEELS:
        for entry in distribution(name).files or ():
            if entry.suffix == ".py" or "LICENSE" in entry.name:
                yield str(entry), Path(str(entry.locate()))
