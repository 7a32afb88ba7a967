"""GET9! in one value."""

from games.engine.contract import Title, kinds
from games.titles.get9 import folds, happenings, moves, plans, rules, state, view
from games.titles.get9.bot import BOTS
from games.titles.get9.imagine import imagine, redealt
from games.titles.get9.meta import META
from games.titles.get9.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.Get9View] = Title(
    META, rules, state.Get9State, view.Get9View, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned, folds=folds,
)  # fmt: skip
