"""Parsing of submitted form fields into moves and premoves."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import (
    Json,
    decode_tagged,
    find_tagged_class,
    from_json,
    parse_json,
    to_json,
)
from games.engine.serialization.values import Move, TaggedValue

M = TypeVar("M", bound=Move)
K = TypeVar("K", bound=TaggedValue)
_FORM_INT = re.compile(r"-?[0-9]{1,15}")
_FORM_BOOL = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False, "": False}


def move_from_form(moves: Sequence[type[M]], form: Mapping[str, Sequence[str]]) -> M:
    """Return the move that a submitted form represents.

    Either the field `move` holds the whole move as JSON (a button), or `type` names it and its fields follow by name:
    numbers in decimal, lists as repeated fields of space-separated items (a box for "two fives" sends "5 5"), piles as
    `name.0`, `name.1` … Other fields are ignored.
    """
    if form.get("move"):
        return decode_tagged(moves, parse_json(form["move"][0]))
    return value_from_form(moves, form)


def value_from_form(kinds: Sequence[type[K]], form: Mapping[str, Sequence[str]]) -> K:
    """Return the move or premove that a submitted form represents by `type` and fields."""
    kind: Any = find_tagged_class(kinds, next(iter(form.get("type", ())), None))
    hints = _hints(kind)
    values = ((name, _form_value(hints[name], name, form)) for name in [field.name for field in fields(kind)])
    plain = {name: value for name, value in values if value is not None}
    decision: K = from_json(kind, {"type": kind.type, **plain})
    return decision


def value_to_form(value: TaggedValue) -> list[tuple[str, str]]:
    """Return the form fields that represent this value. Doesn't support piles."""
    return [(name, _form_text(part)) for name, part in to_json(value).items()]


def _form_text(value: Json) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _form_value(hint: Any, name: str, form: Mapping[str, Sequence[str]]) -> Json:
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        if get_origin(inner) is tuple:
            piles = range(sum(1 for key in form if key.startswith(f"{name}.")))
            return [_form_value(inner, f"{name}.{i}", form) for i in piles]
        return [_form_scalar(inner, item) for text in form.get(name, ()) for item in text.split()]
    values = form.get(name, ())
    return _form_scalar(hint, values[0]) if values else None


def _form_scalar(hint: Any, text: str) -> Json:
    if hint is int:
        if not _FORM_INT.fullmatch(text.strip()):
            raise InvalidPayloadError("not-a-number")
        return int(text)
    if hint is bool:
        if text not in _FORM_BOOL:
            raise InvalidPayloadError("malformed")
        return _FORM_BOOL[text]
    return text
