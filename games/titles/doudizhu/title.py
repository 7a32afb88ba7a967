"""Four-player Dou Dizhu in one value."""

from games.engine.contract import Title, kinds
from games.titles.doudizhu import happenings, moves, rules, state, view
from games.titles.doudizhu.bot import BOTS
from games.titles.doudizhu.imagine import imagine
from games.titles.doudizhu.meta import META

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DoudizhuView] = Title(
    META, rules, state.DoudizhuState, view.DoudizhuView, kinds(moves.Move), kinds(happenings.Happening), imagine, BOTS
)
