"""GET9! in one value."""

from games.catalog.get9 import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.get9.bot import BOTS
from games.catalog.get9.bot_premoves import planned
from games.catalog.get9.determinize import imagine, redealt
from games.catalog.get9.metadata import META
from games.engine.game import Title, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.Get9View] = Title(
    META, rules, state.Get9State, view.Get9View, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned, folds=fold_analysis,
)  # fmt: skip
