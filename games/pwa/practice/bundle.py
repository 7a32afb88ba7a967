"""The zip that the practice worker unpacks: the rules, the boards and Jinja2, from this installation.

The same files always give the same bytes, so that the digest can be part of the URL.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import games

GAMES = Path(games.__file__).parent
INCLUDED_PACKAGES = ("__init__.py", "catalog", "engine", "kit", "rendering")
PRACTICE_FILES = ("__init__.py", "match.py", "rendering.py", "match_log.py", "worker_api.py", "templates", "locale")
# Also used to show imported records in the browser.
RECORD_FILES = (
    "replays/__init__.py", "replays/audit/__init__.py", "replays/audit/rows.py", "replays/imports/__init__.py",
    "replays/imports/parser.py", "replays/standalone/__init__.py", "replays/standalone/record_viewer.py",
    "tables/__init__.py", "tables/storage/__init__.py", "tables/storage/snapshots.py",
)  # fmt: skip
SUFFIXES = (".py", ".jinja", ".mo")
LESSONS_ONLY = ("/position.py", "/kit/positions.py")  # lessons need the server (games/tables/views/lessons.py)
WHEELS = ("jinja2", "markupsafe")
EPOCH = (1980, 1, 1, 0, 0, 0)


@cache
def get_bundle() -> bytes:
    """Return the zip, built once per process."""
    files = dict([*_ours(), *_wheels()])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name].read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


@cache
def get_digest() -> str:
    """Return a digest of the zip, used in its URL."""
    return hashlib.sha256(get_bundle()).hexdigest()[:16]


def _ours() -> Iterator[tuple[str, Path]]:
    for part in (
        *(GAMES / name for name in (*INCLUDED_PACKAGES, *RECORD_FILES)),
        *(GAMES / "practice" / name for name in PRACTICE_FILES),
    ):
        for path in [part] if part.is_file() else part.rglob("*"):
            is_meant = path.suffix in SUFFIXES and not str(path).endswith(LESSONS_ONLY)
            if is_meant and "__pycache__" not in path.parts:
                yield str(path.relative_to(GAMES.parent)), path


def _wheels() -> Iterator[tuple[str, Path]]:
    """Yield the Python files and licenses of packages without dependencies, leaving out compiled extensions."""
    for name in WHEELS:
        for entry in distribution(name).files or ():
            if entry.suffix == ".py" or "LICENSE" in entry.name:
                yield str(entry), Path(str(entry.locate()))
