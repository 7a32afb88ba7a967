"""SdC Poker in one value."""

from games.catalog.sdc import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.sdc.bot import BOTS
from games.catalog.sdc.bot_premoves import planned
from games.catalog.sdc.determinize import imagine, redealt
from games.catalog.sdc.metadata import META
from games.engine.game import Title, View, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.SdcView] = Title(
    META, rules, state.SdcState, View, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned, folds=fold_analysis,
)  # fmt: skip
