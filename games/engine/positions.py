"""Written-out positions: what a game's `position.py` provides, so that a lesson can start in the middle of a match."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from games.engine.serialization.canonical_json import Json
from games.engine.state import State


class InvalidPositionError(ValueError):
    """An impossible position. The message is for its author, in plain English."""


@runtime_checkable
class PositionBuilder(Protocol):
    """The function of a game's `position.py`."""

    def build_position(self, plain: Mapping[str, Json]) -> State[Any, Any, Any]:
        """Build the state described by a plain mapping: hands, cards to come, scores, and anything else the game needs.

        Fields left out have the values of a new match; every card of the deck must be in exactly one place. Raises
        InvalidPositionError with the reason.
        """
