"""A state written out: what a game's `position.py` offers, so that a lesson can begin in the middle of a match."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from games.engine.serialization.canonical_json import Json
from games.engine.state import State


class InvalidPositionError(ValueError):
    """A position that can't be: for its author, in plain English."""


@runtime_checkable
class PositionBuilder(Protocol):
    """The function of a game's `position.py`."""

    def build_position(self, plain: Mapping[str, Json]) -> State[Any, Any, Any]:
        """The state that a plain mapping describes: hands, cards to come, scores, whatever the game needs.

        What is left out has the value of a fresh match; every card of the deck lies in exactly one place. Raises
        InvalidPositionError that says what is wrong.
        """
