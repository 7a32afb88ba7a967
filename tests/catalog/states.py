"""States for tests, changed by field names at any depth."""

from dataclasses import fields, replace
from typing import Any, TypeVar

from games.engine.state import State

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
H = TypeVar("H")


def but(state: State[P, O, H], **changes: Any) -> State[P, O, H]:
    """That state with other values: of public or hidden fields, or, one value per seat, of a field of `own`."""
    public, hidden = _named(state.public, changes), _named(state.hidden, changes)
    owned = {name: values for name, values in changes.items() if name not in public and name not in hidden}
    assert all(len(values) == len(state.own) for values in owned.values()), "one value per seat"
    private_states = tuple(
        replace(private, **{name: values[seat] for name, values in owned.items()})  # type: ignore[type-var]
        for seat, private in enumerate(state.own)
    )
    return State(replace(state.public, **public), private_states, replace(state.hidden, **hidden))  # type: ignore[type-var]


def _named(part: Any, changes: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(part)}
    return {name: value for name, value in changes.items() if name in names}
