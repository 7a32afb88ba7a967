"""The bases of a title's frozen values, and the one way to declare one.

>>> @value
... class RaiseTo(Move):
...     chips: int
>>> RaiseTo(80), RaiseTo.type
(RaiseTo(chips=80), 'raise-to')
"""

import re
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass_transform(frozen_default=True)
def value(kind: type[T]) -> type[T]:
    """Declares a frozen value of its annotated fields, equal when they are; `dataclasses.replace` makes another."""
    return dataclass(frozen=True, slots=True)(kind)


class Tagged:
    """A value whose JSON says what it is: `type` is the class's name in lower case, `BidMade` is `bid-made`."""

    __slots__ = ()
    type: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.type = _WORD.sub("-", cls.__name__).lower()


class Move(Tagged):
    """What a seat decides. A title has a base of its own, so that its moves are told from another's."""

    __slots__ = ()


class Happening(Tagged):
    """What an event made visible. A title has a base of its own."""

    __slots__ = ()
