"""Dilemma Hold'em in one value."""

from games.catalog.dilemma import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.dilemma.bot import BOTS
from games.catalog.dilemma.bot_premoves import planned
from games.catalog.dilemma.determinize import imagine, redealt
from games.catalog.dilemma.metadata import META
from games.engine.game import Title, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DilemmaView] = Title(
    META, rules, state.DilemmaState, view.DilemmaView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned, folds=fold_analysis,
)  # fmt: skip
