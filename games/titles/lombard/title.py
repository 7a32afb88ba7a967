"""Lombard Hold'em in one value."""

from games.engine.contract import Title, kinds
from games.titles.lombard import folds, happenings, moves, plans, rules, state, view
from games.titles.lombard.bot import BOTS
from games.titles.lombard.imagine import imagine, redealt
from games.titles.lombard.meta import META
from games.titles.lombard.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.LombardView] = Title(
    META, rules, state.LombardState, view.LombardView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned, folds=folds,
)  # fmt: skip
