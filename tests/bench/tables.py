"""The text of the bots' tables (`games/kit/bot_tables.py`): JSON with short lines, so that changes can be compared."""

import json
from base64 import b85encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any
from zlib import compress

WIDTH = 116
CATALOG = Path(__file__).resolve().parents[2] / "games/catalog"


def pack_bytes(content: bytes) -> list[str]:
    """Return the lines that `unpack_bytes` reads."""
    text = b85encode(compress(content, 9)).decode()
    return [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]


def format_table(table: Any) -> str:
    """Return a file's text: each name, text and row begins a line; a row's numbers are wrapped.

    >>> print(format_table({"rows": [[1, 2], [3, 4]], "parts": ["ab"]}), end="")
    {
    "rows": [
    [1, 2],
    [3, 4]
    ],
    "parts": [
    "ab"
    ]
    }
    """
    return _format(table) + "\n"


def _format(value: Any) -> str:
    if isinstance(value, Mapping):
        items = [f"{json.dumps(name)}: {_format(item)}" for name, item in value.items()]
        return _join_lines("{", items, "}")
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, Sequence) and value and not isinstance(value[0], int):
        return _join_lines("[", [_format(item) for item in value], "]")
    return fill(json.dumps(value), WIDTH)


def _join_lines(start: str, items: list[str], end: str) -> str:
    return "\n".join([start, ",\n".join(items), end])
