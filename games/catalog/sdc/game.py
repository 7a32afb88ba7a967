"""The game object of SdC Poker."""

from games.catalog.sdc import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.sdc.bots.advice import advise
from games.catalog.sdc.bots.bot import BOTS
from games.catalog.sdc.bots.premoves import choose_premoves
from games.catalog.sdc.determinize import imagine, redealt
from games.catalog.sdc.metadata import METADATA
from games.engine.game import Game, View, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.SdcView] = Game(
    METADATA, rules, state.SdcState, View, list_subclasses(moves.Move), list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, fold_analysis=fold_analysis, adviser=advise,
)  # fmt: skip
