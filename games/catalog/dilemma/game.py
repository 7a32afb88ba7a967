"""The game object of Dilemma Hold'em."""

from games.catalog.dilemma import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.dilemma.bots.advice import advise
from games.catalog.dilemma.bots.bot import BOTS
from games.catalog.dilemma.bots.premoves import choose_premoves
from games.catalog.dilemma.determinize import imagine, redealt
from games.catalog.dilemma.metadata import METADATA
from games.engine.game import Game, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DilemmaView] = Game(
    METADATA, rules, state.DilemmaState, view.DilemmaView, list_subclasses(moves.Move),
    list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, fold_analysis=fold_analysis, adviser=advise,
)  # fmt: skip
