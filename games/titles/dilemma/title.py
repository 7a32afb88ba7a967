"""Dilemma Hold'em in one value."""

from games.engine.contract import Title, kinds
from games.titles.dilemma import folds, happenings, moves, plans, rules, state, view
from games.titles.dilemma.bot import BOTS
from games.titles.dilemma.imagine import imagine, redealt
from games.titles.dilemma.meta import META
from games.titles.dilemma.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DilemmaView] = Title(
    META, rules, state.DilemmaState, view.DilemmaView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned, folds=folds,
)  # fmt: skip
