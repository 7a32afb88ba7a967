"""SdC Poker in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.sdc import happenings, moves, rules
from games.titles.sdc.bot import BOTS
from games.titles.sdc.happenings import Happening
from games.titles.sdc.imagine import imagine
from games.titles.sdc.meta import META
from games.titles.sdc.moves import Move
from games.titles.sdc.state import Hidden
from games.titles.sdc.view import Own, Public, SdcView

TITLE: Title[Public, Own, Hidden, Move, Happening, SdcView] = Title(
    META, rules, State[Public, Own, Hidden], SdcView, kinds(moves, Move), kinds(happenings, Happening), imagine, BOTS
)
