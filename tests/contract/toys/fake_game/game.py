"""The toy in one value."""

from games.engine.game import Game, list_subclasses
from games.engine.state import State

from .bots.bot import BOTS
from .determinize import imagine, redealt
from .metadata import METADATA
from .moves import Happening, Move
from .rules import ToyRules
from .state import Hidden
from .view import Own, Public, ToyView

GAME: Game[Public, Own, Hidden, Move, Happening, ToyView] = Game(
    METADATA,
    ToyRules(),
    State[Public, Own, Hidden],
    ToyView,
    list_subclasses(Move),
    list_subclasses(Happening),
    imagine,
    redealt,
    BOTS,
)
