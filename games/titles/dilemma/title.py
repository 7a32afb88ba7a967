"""Dilemma Hold'em in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.dilemma import happenings, moves, rules
from games.titles.dilemma.bot import BOTS
from games.titles.dilemma.happenings import Happening
from games.titles.dilemma.imagine import imagine
from games.titles.dilemma.meta import META
from games.titles.dilemma.moves import Move
from games.titles.dilemma.state import Hidden
from games.titles.dilemma.view import DilemmaView, Own, Public

TITLE: Title[Public, Own, Hidden, Move, Happening, DilemmaView] = Title(
    META,
    rules,
    State[Public, Own, Hidden],
    DilemmaView,
    kinds(moves, Move),
    kinds(happenings, Happening),
    imagine,
    BOTS,
)
