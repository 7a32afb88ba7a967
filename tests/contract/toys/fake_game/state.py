"""What nobody knows."""

from games.engine.contract import Step as EngineStep
from games.engine.state import State
from games.engine.values import value

from .deck import DECK
from .moves import Happening
from .view import Own, Public


@value
class Hidden:
    deck: tuple[str, ...] = DECK


ToyState = State[Public, Own, Hidden]
Step = EngineStep[ToyState, Happening]
