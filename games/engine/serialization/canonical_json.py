"""Conversion between plain JSON and a game's frozen values; form fields are handled in `form_parsing`.

Values are integers, strings, booleans, None, tuples and frozen dataclasses; a dataclass with a `type` class attribute
includes it in its JSON. Canonical JSON has sorted keys, no spaces and no floats. Reading is strict: unknown or missing
fields and wrong types raise InvalidPayloadError. A missing field takes the dataclass's default, if there is one, so
that older stored values can be read.
"""

import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, TypeVar

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.decoders import Json, get_decoder
from games.engine.serialization.values import TaggedValue

__all__ = ["Json", "decode_tagged", "dump_canonical", "find_tagged_class", "from_json", "parse_json", "to_json"]

T = TypeVar("T")
K = TypeVar("K", bound=TaggedValue)

_PLAIN = frozenset({int, str, bool, NoneType})


# --- out ---------------------------------------------------------------------------------------------------------


def to_json(value: Any) -> Json:
    """Return the plain JSON of a frozen value. Raises TypeError for unsupported types (floats, sets, dicts …)."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:  # mostly of cards, so a call for each is avoided
        return [item if type(item) in _PLAIN else to_json(item) for item in value]
    names, tag = _shape(kind)
    plain = {}
    for name in names:
        part = getattr(value, name)
        plain[name] = part if type(part) in _PLAIN else to_json(part)
    if tag is not None:
        plain["type"] = tag
    return plain


@cache
def _shape(kind: type) -> tuple[tuple[str, ...], str | None]:
    """Return the names of its fields, and its `type` or None. Raises TypeError if it is no dataclass."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no place in the log")
    tag = getattr(kind, "type", None)
    return tuple(f.name for f in fields(kind)), tag if isinstance(tag, str) else None


def dump_canonical(plain: Json) -> str:
    """Return the canonical text of a plain JSON value."""
    return _WRITER.encode(plain)


# --- in ----------------------------------------------------------------------------------------------------------


def from_json(hint: type[T], plain: Json) -> T:
    """Return the frozen value of the annotated type. Raises InvalidPayloadError."""
    return get_decoder(hint)(plain)  # type: ignore[no-any-return]


def parse_json(text: str) -> Json:
    """Parse JSON text to plain values. Raises InvalidPayloadError for invalid JSON, floats and duplicate keys."""
    try:
        return _READER.decode(text)
    except (ValueError, RecursionError) as problem:
        raise InvalidPayloadError("malformed") from problem


def decode_tagged(kinds: Sequence[type[K]], plain: Json) -> K:
    """Return the move or happening that a JSON object represents, by its `type`. Raises InvalidPayloadError."""
    if not isinstance(plain, dict):
        raise InvalidPayloadError("malformed")
    return from_json(find_tagged_class(kinds, plain.get("type")), plain)


def find_tagged_class(kinds: Sequence[type[K]], tag: object) -> type[K]:
    """Return the class with that `type`. Raises InvalidPayloadError if there is none."""
    for kind in kinds:
        if kind.type == tag:
            return kind
    raise InvalidPayloadError("unknown-move")


def _no_float(text: str) -> Any:
    raise ValueError(text)


def _no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("duplicate key")
    return plain


_READER = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_no_double)
_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
