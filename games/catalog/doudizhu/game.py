"""Four-player Dou Dizhu in one value."""

from games.engine.contract import Title, kinds
from games.titles.doudizhu import happenings, moves, plans, rules, state, view
from games.titles.doudizhu.bot import BOTS
from games.titles.doudizhu.imagine import imagine, redealt
from games.titles.doudizhu.meta import META
from games.titles.doudizhu.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DoudizhuView] = Title(
    META, rules, state.DoudizhuState, view.DoudizhuView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned, only_move=plans.only_move,
)  # fmt: skip
