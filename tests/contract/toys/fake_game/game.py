"""The toy in one value."""

from games.engine.game import Title, kinds
from games.engine.state import State

from .bot import BOTS
from .determinize import imagine, redealt
from .metadata import META
from .moves import Happening, Move
from .rules import ToyRules
from .state import Hidden
from .view import Own, Public, ToyView

TITLE: Title[Public, Own, Hidden, Move, Happening, ToyView] = Title(
    META,
    ToyRules(),
    State[Public, Own, Hidden],
    ToyView,
    kinds(Move),
    kinds(Happening),
    imagine,
    redealt,
    BOTS,
)
