"""Frozen values that are made as quickly as open ones.

>>> from dataclasses import dataclass
>>> @quick
... @dataclass(frozen=True, slots=True)
... class Bid:
...     seat: int
...     coins: int = 1
>>> Bid(2)
Bid(seat=2, coins=1)
>>> Bid(2).coins = 5
Traceback (most recent call last):
dataclasses.FrozenInstanceError: cannot assign to field 'coins'
"""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

from games.engine.values import Whole

T = TypeVar("T")

# The fields are known only when the class is; so this is written for it, as dataclasses themselves are.
_NEW = """
def __new__(cls, {parameters}):
    self = _Open()
    {assignments}
    self.__class__ = cls
    {check}
    return self
"""
_BUT = """
def but(self, **changes):
    other = _Open()
    {copies}
    for name in changes:
        _set(other, name, changes[name])
    other.__class__ = _Frozen
    return other
"""


def quick(kind: type[T]) -> type[T]:
    """The same frozen dataclass with slots, made in a half (three fields) to an eighth (sixteen) of the time.

    A frozen dataclass goes through `object.__setattr__` for each of its fields, and a move is mostly the making of
    values. Here a value is filled while it is of an open class with the same slots, and then becomes a frozen one;
    nobody sees it before. `but` of a state is made the same way. Fields can't have default factories.
    """
    parts = {part.name: part.default for part in fields(kind)}  # type: ignore[arg-type]
    defaults = {name: default for name, default in parts.items() if default is not MISSING}
    opened = type(f"Open{kind.__name__}", kind.__bases__, {"__slots__": tuple(parts)})
    known = {"_set": setattr, "_Open": opened, "_Frozen": kind, "_defaults": defaults}
    text = _NEW + _BUT if issubclass(kind, Whole) else _NEW
    made: dict[str, Any] = {}
    exec(
        text.format(
            parameters=", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in parts),
            assignments="; ".join(f"self.{name} = {name}" for name in parts),
            copies="; ".join(f"other.{name} = self.{name}" for name in parts),
            check="self.__post_init__()" if hasattr(kind, "__post_init__") else "",
        ),
        known,
        made,
    )
    made["__getnewargs__"] = lambda self: tuple([getattr(self, name) for name in parts])  # for copies of it
    for name, function in made.items():
        setattr(kind, name, function)
    del kind.__init__
    return kind
