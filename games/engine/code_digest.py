"""Digest of all code that determines a game's bots, the same on every machine."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from games.engine.hash_chain import hash_bytes, hash_text

DIGEST_LENGTH = 12
CRLF, LF = b"\r\n", b"\n"
SHARED_PACKAGES = ("games.engine", "games.kit")
RECORD_CHECK = "record_check.py"  # within a game's package: a part of verify_record.py, not of the game's code
BOT_FOLDER = "bots"  # within a game's package; its data files count too


@cache
def get_bot_digest(game_slug: str) -> str:
    """Return 12 hex digits over the engine, the kit and a game.

    Covers all their modules except `record_check.py`, and any file in the game's `bots` folder. Line endings don't
    matter. Works inside a zip file too. Raises ModuleNotFoundError for an unknown game.
    """
    packages = (*SHARED_PACKAGES, f"games.catalog.{game_slug}")
    entries = (entry for package in packages for entry in _list_files(files(package), package.replace(".", "/")))
    lines = sorted(f"{name} {hash_bytes(content.replace(CRLF, LF))}" for name, content in entries)
    return hash_text("\n".join(lines))[:DIGEST_LENGTH]


def is_bot_file(name: str) -> bool:
    """Return whether a file, given as a slash-separated path from the source root, is part of the bots' code."""
    *folders, file = name.split("/")
    if "__pycache__" in folders or file.endswith(".pyc") or file == RECORD_CHECK:
        return False
    return file.endswith(".py") or folders[3:4] == [BOT_FOLDER]


def list_code_files(root: Path, paths: Iterable[str]) -> Iterator[Path]:
    """Yield the code at these paths of a source tree: files as they are, and in folders what counts as bots' code."""
    for part in (root / path for path in paths):
        if part.is_file():
            yield part
            continue
        for file in part.rglob("*"):
            if file.is_file() and is_bot_file(file.relative_to(root).as_posix()):
                yield file


def _list_files(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _list_files(entry, path)
        elif is_bot_file(path):
            yield path, entry.read_bytes()
