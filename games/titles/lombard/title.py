"""Lombard Hold'em in one value."""

from games.engine.contract import Title, kinds
from games.engine.state import State
from games.titles.lombard import happenings, moves, rules
from games.titles.lombard.bot import BOTS
from games.titles.lombard.happenings import Happening
from games.titles.lombard.imagine import imagine
from games.titles.lombard.meta import META
from games.titles.lombard.moves import Move
from games.titles.lombard.state import Hidden
from games.titles.lombard.view import LombardView, Own, Public

TITLE: Title[Public, Own, Hidden, Move, Happening, LombardView] = Title(
    META, rules, State[Public, Own, Hidden], LombardView, kinds(moves, Move), kinds(happenings, Happening), imagine,
    BOTS,
)  # fmt: skip
