"""Functions from plain JSON to frozen values, one for each annotated type; `canonical_json` says how strict."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.engine.errors import InvalidPayloadError

Json = Any  # dict, list, str, int, bool or None
Decoder = Callable[[Json], Any]

INT_LIMIT = 2**53
TEXT_LIMIT = 2000
LIST_LIMIT = 500
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")  # lone surrogates have no UTF-8, PostgreSQL stores no NUL


def get_decoder(hint: Any) -> Decoder:
    """Return the function from plain JSON to the annotated type, built once per type."""
    return _build_decoder(hint)


@cache
def _build_decoder(hint: Any) -> Decoder:
    origin, args = get_origin(hint), get_args(hint)
    if hasattr(hint, "__supertype__"):
        return get_decoder(hint.__supertype__)
    if hint is int:
        return _int
    if hint is str:
        return _str
    if hint in (bool, NoneType):
        return _exactly(hint)
    if origin is Literal:
        return _literal(args)
    if origin is tuple:
        return _tuple(args)
    if origin in (Union, UnionType):
        return _union(args)
    if isinstance(origin, type) and is_dataclass(origin):
        return _dataclass(origin, args)
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(hint, ())
    raise TypeError(f"the codec does not know {hint}")


def _int(plain: Json) -> int:
    if type(plain) is not int or not -INT_LIMIT < plain < INT_LIMIT:
        raise InvalidPayloadError("not-a-number")
    return plain


def _str(plain: Json) -> str:
    if type(plain) is not str or len(plain) > TEXT_LIMIT or _UNWRITABLE.search(plain):
        raise InvalidPayloadError("not-a-text")
    return plain


def _exactly(kind: type) -> Decoder:
    def decode(plain: Json) -> Any:
        if type(plain) is not kind:
            raise InvalidPayloadError("malformed")
        return plain

    return decode


def _literal(allowed: tuple[Any, ...]) -> Decoder:
    def decode(plain: Json) -> Any:
        if not any(type(plain) is type(value) and plain == value for value in allowed):
            raise InvalidPayloadError("malformed")
        return plain

    return decode


def _tuple(args: tuple[Any, ...]) -> Decoder:
    endless = len(args) == 2 and args[1] is Ellipsis
    parts = [get_decoder(arg) for arg in (args[:1] if endless else args)]

    def decode(plain: Json) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) > LIST_LIMIT or not (endless or len(plain) == len(parts)):
            raise InvalidPayloadError("malformed")
        if endless:
            decode_item = parts[0]
            return tuple([decode_item(item) for item in plain])
        return tuple(part(item) for part, item in zip(parts, plain, strict=True))

    return decode


def _union(args: tuple[Any, ...]) -> Decoder:
    tagged = {arg.type: get_decoder(arg) for arg in args if isinstance(getattr(arg, "type", None), str)}
    plain_parts = [
        get_decoder(arg) for arg in args if arg is not NoneType and not isinstance(getattr(arg, "type", None), str)
    ]

    def decode(plain: Json) -> Any:
        if plain is None and NoneType in args:
            return None
        if isinstance(plain, dict) and plain.get("type") in tagged:
            return tagged[plain["type"]](plain)
        for part in plain_parts:
            try:
                return part(plain)
            except InvalidPayloadError:
                continue
        raise InvalidPayloadError("malformed")

    return decode


def _dataclass(kind: Any, args: tuple[Any, ...]) -> Decoder:
    """Build a dataclass decoder. `args` are the arguments for a generic's type variables."""
    hints, named = get_type_hints(kind), dict(zip(getattr(kind, "__parameters__", ()), args, strict=True))
    parts = [(f.name, get_decoder(_filled(hints[f.name], named)), _optional(f)) for f in fields(kind)]
    field_names = {name for name, _, _ in parts}
    tag = getattr(kind, "type", None)
    allowed = field_names | {"type"} if isinstance(tag, str) else field_names

    def decode(plain: Json) -> Any:
        if type(plain) is not dict or not plain.keys() <= allowed:
            raise InvalidPayloadError("malformed")
        if isinstance(tag, str) and plain.get("type", tag) != tag:
            raise InvalidPayloadError("malformed")
        values = {}
        for name, part, optional in parts:
            if name in plain:
                values[name] = part(plain[name])
            elif not optional:
                raise InvalidPayloadError("missing-field", {"field": name})
        return kind(**values)

    return decode


def _filled(hint: Any, named: Mapping[Any, Any]) -> Any:
    """Return the annotation with its type variables replaced."""
    if hint in named:
        return named[hint]
    variables = getattr(hint, "__parameters__", ()) if get_origin(hint) else ()
    return hint[tuple(named[variable] for variable in variables)] if variables else hint


def _optional(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
