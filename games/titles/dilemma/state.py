"""The full state of a Dilemma table."""

from games.engine.state import State
from games.engine.values import value
from games.titles.dilemma.parts import Cards
from games.titles.dilemma.view import Own, Public


@value
class Hidden:
    """What nobody knows."""

    deck: Cards = ()  # what is left of it, next card first


DilemmaState = State[Public, Own, Hidden]
