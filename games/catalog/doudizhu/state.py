"""The full state of a Dou Dizhu table."""

from games.engine.contract import State, value
from games.titles.doudizhu.ranks import Cards
from games.titles.doudizhu.view import Own, Public


@value
class Hidden:
    """What nobody knows."""

    kitty: Cards = ()  # while it lies face down


DoudizhuState = State[Public, Own, Hidden]
