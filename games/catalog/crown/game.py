"""The Crown of Lombardia in one value."""

from games.catalog.crown import happenings, moves, premoves, rules, state, view
from games.catalog.crown.bot import BOTS
from games.catalog.crown.bot_premoves import planned
from games.catalog.crown.determinize import imagine, redealt
from games.catalog.crown.metadata import META
from games.engine.game import Title, kinds

TITLE: Title[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.CrownView] = Title(
    META, rules, state.CrownState, view.CrownView, kinds(moves.Move), kinds(happenings.Happening), imagine,
    redealt, BOTS, plans=premoves, planner=planned,
)  # fmt: skip
