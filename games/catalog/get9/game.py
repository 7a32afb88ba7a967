"""The game object of GET9!."""

from games.catalog.get9 import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.get9.bots.advice import advise
from games.catalog.get9.bots.bot import BOTS
from games.catalog.get9.bots.premoves import choose_premoves
from games.catalog.get9.determinize import imagine, redealt
from games.catalog.get9.metadata import METADATA
from games.engine.game import Game, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.Get9View] = Game(
    METADATA, rules, state.Get9State, view.Get9View, list_subclasses(moves.Move),
    list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, fold_analysis=fold_analysis,
    adviser=advise,
)  # fmt: skip
