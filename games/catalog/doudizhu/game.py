"""The game object of four-player Dou Dizhu."""

from games.catalog.doudizhu import happenings, moves, premoves, rules, state, view
from games.catalog.doudizhu.bots.advice import advise
from games.catalog.doudizhu.bots.bot import BOTS
from games.catalog.doudizhu.bots.premoves import choose_premoves
from games.catalog.doudizhu.determinize import imagine, redealt
from games.catalog.doudizhu.metadata import METADATA
from games.engine.game import Game, list_subclasses

GAME: Game[view.Public, view.Own, state.Hidden, moves.Move, happenings.Happening, view.DoudizhuView] = Game(
    METADATA, rules, state.DoudizhuState, view.DoudizhuView, list_subclasses(moves.Move),
    list_subclasses(happenings.Happening), imagine,
    redealt, BOTS, premoves=premoves, premove_bot=choose_premoves, forced_move=premoves.forced_move,
    adviser=advise,
)  # fmt: skip
