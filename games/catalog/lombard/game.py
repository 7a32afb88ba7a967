"""Lombard Hold'em in one value."""

from games.catalog.lombard import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.lombard.bot import BOTS
from games.catalog.lombard.bot_premoves import planned
from games.catalog.lombard.determinize import imagine, redealt
from games.catalog.lombard.metadata import META
from games.engine.game import Title, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.LombardView] = Title(
    META, rules, state.LombardState, view.LombardView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned, folds=fold_analysis,
)  # fmt: skip
