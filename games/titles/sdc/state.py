"""The full state of an SdC Poker table."""

from games.engine.state import State
from games.engine.values import value
from games.titles.sdc.parts import Cards
from games.titles.sdc.view import Own, Public


@value
class Hidden:
    """What nobody knows."""

    deck: Cards = ()


SdcState = State[Public, Own, Hidden]
