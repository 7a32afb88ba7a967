"""The Crown of Lombardia in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.crown import happenings, moves, rules
from games.titles.crown.bot import BOTS
from games.titles.crown.happenings import Happening
from games.titles.crown.imagine import imagine
from games.titles.crown.meta import META
from games.titles.crown.moves import Move
from games.titles.crown.state import Hidden
from games.titles.crown.view import CrownView, Own, Public

TITLE: Title[Public, Own, Hidden, Move, Happening, CrownView] = Title(
    META, rules, State[Public, Own, Hidden], CrownView, kinds(moves, Move), kinds(happenings, Happening), imagine, BOTS
)
