"""GET9! in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.get9 import happenings, moves, rules
from games.titles.get9.bot import BOTS
from games.titles.get9.happenings import Happening
from games.titles.get9.imagine import imagine
from games.titles.get9.meta import META
from games.titles.get9.moves import Move
from games.titles.get9.state import Hidden
from games.titles.get9.view import Get9View, Own, Public

TITLE: Title[Public, Own, Hidden, Move, Happening, Get9View] = Title(
    META, rules, State[Public, Own, Hidden], Get9View, kinds(moves, Move), kinds(happenings, Happening), imagine, BOTS
)
