"""The game object of The Crown of Lombardia."""

from games.catalog.crown import happenings, moves, premoves, rules, state, view
from games.catalog.crown.bots.advice import advise
from games.catalog.crown.bots.bot import BOTS
from games.catalog.crown.bots.premoves import choose_premoves
from games.catalog.crown.determinize import imagine, redealt
from games.catalog.crown.metadata import METADATA
from games.engine.game import Game, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.CrownView] = Game(
    METADATA, rules, state.CrownState, view.CrownView, list_subclasses(moves.Move),
    list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, adviser=advise,
)  # fmt: skip
