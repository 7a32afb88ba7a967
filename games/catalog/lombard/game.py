"""The game object of Lombard Hold'em."""

from games.catalog.lombard import fold_analysis, happenings, moves, premoves, rules, state, view
from games.catalog.lombard.bots.advice import advise
from games.catalog.lombard.bots.bot import BOTS
from games.catalog.lombard.bots.premoves import choose_premoves
from games.catalog.lombard.determinize import imagine, redealt
from games.catalog.lombard.metadata import METADATA
from games.engine.game import Game, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.LombardView] = Game(
    METADATA, rules, state.LombardState, view.LombardView, list_subclasses(moves.Move),
    list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, fold_analysis=fold_analysis, adviser=advise,
)  # fmt: skip
