"""The full state of a Lombard table."""

from games.engine.state import State
from games.engine.values import value
from games.titles.lombard.parts import Cards
from games.titles.lombard.view import Own, Public


@value
class Hidden:
    """What nobody knows."""

    deck: Cards = ()  # what is left of it, next card first


LombardState = State[Public, Own, Hidden]
