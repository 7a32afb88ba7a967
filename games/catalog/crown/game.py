"""The Crown of Lombardia in one value."""

from games.engine.contract import Title, kinds
from games.titles.crown import happenings, moves, plans, rules, state, view
from games.titles.crown.bot import BOTS
from games.titles.crown.imagine import imagine, redealt
from games.titles.crown.meta import META
from games.titles.crown.planner import planned

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.CrownView] = Title(
    META, rules, state.CrownState, view.CrownView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=plans, planner=planned,
)  # fmt: skip
