"""SdC Poker in one value."""

from games.engine.contract import Title, View, kinds
from games.titles.sdc import folds, happenings, moves, plans, rules, state, view
from games.titles.sdc.bot import BOTS
from games.titles.sdc.imagine import imagine, redealt
from games.titles.sdc.meta import META
from games.titles.sdc.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.SdcView] = Title(
    META, rules, state.SdcState, View, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned, folds=folds,
)  # fmt: skip
