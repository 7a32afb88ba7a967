"""Base classes of a title's frozen values. They only carry what the engine needs to tell them apart."""

from dataclasses import replace
from typing import Any, ClassVar, Self


class Move:
    """What a seat decides. Subclasses are frozen dataclasses whose `type` is unique within the title."""

    __slots__ = ()
    type: ClassVar[str]


class Happening:
    """What an event made visible. Subclasses are frozen dataclasses whose `type` is unique within the title."""

    __slots__ = ()
    type: ClassVar[str]


class State:
    """The full state, secrets included. Subclasses are frozen dataclasses with `repr=False`: it must tell nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def but(self, **changes: Any) -> Self:
        """This state with other values in some fields."""
        return replace(self, **changes)  # type: ignore[type-var, no-any-return, unused-ignore]


class View:
    """What one seat (or a spectator, seat None) may know.

    Subclasses are frozen dataclasses with exactly the fields `seat: int | None`, `public: P` and `private: Q | None`;
    `public` is the same for everybody, `private` is None for a spectator.
    """

    __slots__ = ()
    seat: Any
    public: Any
    private: Any
