"""Four-player Dou Dizhu in one value."""

from games.catalog.doudizhu import happenings, moves, premoves, rules, state, view
from games.catalog.doudizhu.bot import BOTS
from games.catalog.doudizhu.bot_premoves import planned
from games.catalog.doudizhu.determinize import imagine, redealt
from games.catalog.doudizhu.metadata import META
from games.engine.game import Title, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DoudizhuView] = Title(
    META, rules, state.DoudizhuState, view.DoudizhuView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned, only_move=premoves.only_move,
)  # fmt: skip
