"""Tables that bots have learned: JSON files in a game's `bots` folder, written by the programs in `tests/bench`.

A table that only the strong bot and its hints read may be in the folder `bots/strong`: practice in the browser
downloads it when it is first needed.
"""

import json
from base64 import b85decode
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any
from zlib import decompress

BOT_FOLDER = "bots"
SUFFIX = ".json"


def read_table(package: str, name: str) -> Any:
    """Return the content of a file in the `bots` folder of a game's package."""
    return json.loads(_read_text(package, name))


def unpack_bytes(lines: Sequence[str]) -> bytes:
    """Return the bytes of a part that was compressed with zlib and written in base 85."""
    return decompress(b85decode("".join(lines)))


def preload_tables(package: str) -> None:
    """Read all tables of a game now, so that its bots never play by those of a later version."""
    folder = files(package).joinpath(BOT_FOLDER)
    if folder.is_dir():
        for name in _list_names(folder):
            _read_text(package, name)


def _list_names(folder: Traversable, path: str = "") -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _list_names(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield path + entry.name


@cache
def _read_text(package: str, name: str) -> str:
    return files(package).joinpath(BOT_FOLDER, name).read_text("ascii")
