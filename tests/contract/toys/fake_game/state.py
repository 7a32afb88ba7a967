"""The complete state, known to no seat."""

from games.engine.game import Step as EngineStep
from games.engine.serialization.values import frozen_dataclass
from games.engine.state import State

from .deck import DECK
from .moves import Happening
from .view import Own, Public


@frozen_dataclass
class Hidden:
    deck: tuple[str, ...] = DECK


ToyState = State[Public, Own, Hidden]
Step = EngineStep[ToyState, Happening]
