"""Four-player Dou Dizhu in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.doudizhu import happenings, moves, rules
from games.titles.doudizhu.bot import BOTS
from games.titles.doudizhu.happenings import Happening
from games.titles.doudizhu.imagine import imagine
from games.titles.doudizhu.meta import META
from games.titles.doudizhu.moves import Move
from games.titles.doudizhu.state import Hidden
from games.titles.doudizhu.view import DoudizhuView, Own, Public

TITLE: Title[Public, Own, Hidden, Move, Happening, DoudizhuView] = Title(
    META,
    rules,
    State[Public, Own, Hidden],
    DoudizhuView,
    kinds(moves, Move),
    kinds(happenings, Happening),
    imagine,
    BOTS,
)
