"""Checks that moves hold exactly the annotated types, for moves that don't come through the decoders.

In Python 40.0, True and instances of a subclass can equal an integer without being one. Comparisons let them pass, but
the log can't store what follows from them.

>>> class Bid(Move):
...     to: int
>>> has_exact_types(Bid(40)), has_exact_types(Bid(40.0)), has_exact_types(Bid(True))
(True, False, False)
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.values import Move

TypeCheck = Callable[[Any], bool]


def has_exact_types(move: object) -> bool:
    """Return whether every field has exactly the annotated type. False for anything but a move."""
    kind: Any = type(move)
    return _get_check(kind)(move)


def require_exact_types(move: object) -> None:
    """Raise InvalidPayloadError unless the move has exactly the annotated types."""
    if not has_exact_types(move):
        raise InvalidPayloadError("malformed")


@cache
def _get_check(kind: type) -> TypeCheck:
    """Build the check of a class.

    Short ones get a fast path: most moves have at most one field and are checked repeatedly.
    """
    if not is_dataclass(kind) or not issubclass(kind, Move):
        return lambda _: False
    hints = get_type_hints(kind)
    parts = [(field.name, _build_check(hints[field.name])) for field in fields(kind)]
    if not parts:
        return lambda _: True
    if len(parts) == 1:
        name, holds = parts[0]
        return lambda move: holds(getattr(move, name))
    return lambda move: all(holds(getattr(move, name)) for name, holds in parts)


def _build_check(hint: Any) -> TypeCheck:
    hint = getattr(hint, "__supertype__", hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(args)
    if origin is Literal:
        return lambda value: any(type(value) is type(literal) and value == literal for literal in args)
    if origin in (Union, UnionType):
        parts = [_build_check(arg) for arg in args]
        return lambda value: any(part(value) for part in parts)
    return lambda value: type(value) is hint


def _tuple(args: tuple[Any, ...]) -> TypeCheck:
    if len(args) == 2 and args[1] is Ellipsis:
        if args[0] in (int, str):
            plain = {args[0]}
            return lambda value: type(value) is tuple and plain.issuperset(map(type, value))
        check_item = _build_check(args[0])
        return lambda value: type(value) is tuple and all(check_item(item) for item in value)
    parts = [_build_check(arg) for arg in args]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(parts)
        and all(part(item) for part, item in zip(parts, value, strict=True))
    )
