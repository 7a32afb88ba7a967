"""The bases of a game's frozen values, and how others are declared.

>>> class RaiseTo(Move):
...     chips: int
>>> RaiseTo(80), RaiseTo.type
(RaiseTo(chips=80), 'raise-to')
"""

import re
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass_transform(frozen_default=True)
def frozen_dataclass(kind: type[T]) -> type[T]:
    """Declares a frozen value of its annotated fields, equal when they are; `dataclasses.replace` makes another."""
    made = dataclass(frozen=True, slots=True)(kind)
    if not hasattr(made, "__post_init__") and all(part.default_factory is MISSING for part in _fields(made)):
        setattr(made, "__init__", _make_fast_init(made))  # noqa: B010
    return made


def _make_fast_init(kind: type) -> Any:
    """`__init__` that fills the slots themselves, because a move is mostly the making of values.

    A frozen dataclass's own goes through `object.__setattr__` for every field and takes twice as long.
    """
    known = {f"_set_{part.name}": getattr(kind, part.name).__set__ for part in _fields(kind)}
    known |= {f"_{part.name}": part.default for part in _fields(kind) if part.default is not MISSING}
    names = [part.name for part in _fields(kind)]
    parameters = ", ".join(["self", *(f"{name}=_{name}" if f"_{name}" in known else name for name in names)])
    filled = "; ".join(f"_set_{name}(self, {name})" for name in names)
    exec(f"def __init__({parameters}): {filled or 'pass'}", known)
    known["__init__"].__qualname__ = f"{kind.__qualname__}.__init__"
    return known["__init__"]


def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return fields(kind)


@dataclass_transform(frozen_default=True)
class _FrozenDataclassMeta(type):
    """What `value` does, for every subclass: it makes the class anew, then with slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> Any:
        made = super().__new__(cls, name, bases, names)
        return made if "__slots__" in names else frozen_dataclass(made)


class TaggedValue(metaclass=_FrozenDataclassMeta):
    """A value whose JSON says what it is: `type` is the class's name in lower case, `BidMade` is `bid-made`.

    Its subclasses are values without being marked.
    """

    __slots__ = ()
    type: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.type = _WORD.sub("-", cls.__name__).lower()


class Move(TaggedValue):
    """What a seat decides. A game has a base of its own, so that its moves are told from another's."""


class Happening(TaggedValue):
    """What an event made visible. A game has a base of its own."""

    @property
    def moment(self) -> str:
        """Which of its game's key moments (`Meta.moments`) this is; "" for none."""
        return ""

    @property
    def reveals_choice(self) -> bool:
        """Whether it shows what was chosen face down, though it names no card."""
        return False
