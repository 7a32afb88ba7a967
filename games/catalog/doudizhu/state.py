"""The full state of a Dou Dizhu table."""

from games.catalog.doudizhu.ranks import Cards
from games.catalog.doudizhu.view import Own, Public
from games.engine.game import State, frozen_dataclass


@frozen_dataclass
class Hidden:
    """The part no one knows."""

    kitty: Cards = ()  # while it is face down


DoudizhuState = State[Public, Own, Hidden]
