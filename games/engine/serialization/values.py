"""Base classes of a game's frozen values, and the decorator for other values.

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
    """Make a class a frozen dataclass with slots. Change instances with `dataclasses.replace`."""
    frozen_class = dataclass(frozen=True, slots=True)(kind)
    if not hasattr(frozen_class, "__post_init__") and all(
        part.default_factory is MISSING for part in _fields(frozen_class)
    ):
        setattr(frozen_class, "__init__", _make_fast_init(frozen_class))  # noqa: B010
    return frozen_class


def _make_fast_init(kind: type) -> Any:
    """Build an `__init__` that fills the slots directly, because creating values dominates the cost of a move.

    The standard `__init__` of a frozen dataclass calls `object.__setattr__` for every field and takes twice as long.
    """
    namespace = {f"_set_{part.name}": getattr(kind, part.name).__set__ for part in _fields(kind)}
    namespace |= {f"_{part.name}": part.default for part in _fields(kind) if part.default is not MISSING}
    names = [part.name for part in _fields(kind)]
    parameters = ", ".join(["self", *(f"{name}=_{name}" if f"_{name}" in namespace else name for name in names)])
    filled = "; ".join(f"_set_{name}(self, {name})" for name in names)
    exec(f"def __init__({parameters}): {filled or 'pass'}", namespace)
    namespace["__init__"].__qualname__ = f"{kind.__qualname__}.__init__"
    return namespace["__init__"]


def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return fields(kind)


@dataclass_transform(frozen_default=True)
class _FrozenDataclassMeta(type):
    """Metaclass that applies `frozen_dataclass` to every subclass. That creates the class a second time, with slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> Any:
        new_class = super().__new__(cls, name, bases, names)
        return new_class if "__slots__" in names else frozen_dataclass(new_class)


class TaggedValue(metaclass=_FrozenDataclassMeta):
    """A value whose JSON has a `type`: the class's name in kebab case, `BidMade` is `bid-made`.

    Subclasses become frozen dataclasses without a decorator.
    """

    __slots__ = ()
    type: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.type = _WORD.sub("-", cls.__name__).lower()


class Move(TaggedValue):
    """A seat's decision. Each game has its own base class, so that its moves differ from another's."""


class Happening(TaggedValue):
    """Something that an event made visible. Each game has its own base class."""

    @property
    def moment(self) -> str:
        """The key moment of the game (`GameMetadata.moments`) that this is; "" for none."""
        return ""

    @property
    def reveals_choice(self) -> bool:
        """Return whether it reveals a choice made face down, even though it names no card."""
        return False
