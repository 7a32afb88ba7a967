"""Registry of games: finds the packages in `games/catalog/` and loads what they provide.

A package that doesn't match its contract raises TypeError when it is first loaded.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from games import catalog
from games.engine.code_digest import get_bot_digest
from games.engine.deck import Deck
from games.engine.game import AnyBot, AnyGame, Duration, Game
from games.engine.metadata import GameMetadata, IntegerInputs, Option, Preset, Value
from games.engine.positions import PositionBuilder
from games.kit.bot_tables import preload_tables

__all__ = [
    "GameMetadata",
    "IntegerInputs",
    "Option",
    "Preset",
    "Value",
    "get_deck",
    "get_duration",
    "get_game",
    "get_lesson_player",
    "get_position_builder",
    "list_metadata",
    "load_games",
]

T = TypeVar("T")


@cache
def list_metadata() -> dict[str, GameMetadata]:
    """Return the metadata of all games by slug, in home-page order. Loads no rules."""
    slugs = [module.name for module in pkgutil.iter_modules(catalog.__path__) if module.ispkg]
    cards = [_require_type(import_module(f"games.catalog.{slug}.metadata").METADATA, GameMetadata) for slug in slugs]
    return {card.slug: card for card in sorted(cards, key=lambda card: (card.order, card.slug))}


@cache
def get_deck(name: str) -> Deck:
    """Return a deck used by a game. Raises KeyError for an unknown name."""
    return {meta.deck.name: meta.deck for meta in list_metadata().values()}[name]


@cache
def get_game(slug: str) -> AnyGame:
    """Return a game with its rules. Raises KeyError for an unknown slug."""
    return _require_type(import_module(f"games.catalog.{list_metadata()[slug].slug}.game").GAME, Game)


def load_games() -> None:
    """Load all games and their bots' tables, and compute the digests of the bots' code.

    For processes that play or check bots, when they start: a deployment may replace the files while they run, and a
    digest read later would be that of code they don't have.
    """
    for slug in list_metadata():
        get_game(slug)
        preload_tables(f"games.catalog.{slug}")
        get_bot_digest(slug)


@cache
def get_duration(slug: str) -> Duration | None:
    """Return a game's duration estimates, or None if not measured.

    Loads no rules. Raises KeyError for an unknown slug.
    """
    name = f"games.catalog.{list_metadata()[slug].slug}.duration"
    if not find_spec(name):
        return None
    module = import_module(name)
    if not isinstance(module, Duration):  # modules can implement protocols
        raise TypeError(f"{name} is no Pace")
    return module


@cache
def get_lesson_player(slug: str) -> AnyBot | None:
    """Return the player that follows the game's lessons, or None. It is used in the arena only, and is no bot level.

    Raises KeyError for an unknown slug.
    """
    name = f"games.catalog.{list_metadata()[slug].slug}.bots.lesson_player"
    player: AnyBot | None = import_module(name).play_as_taught if find_spec(name) else None
    return player


@cache
def get_position_builder(slug: str) -> PositionBuilder | None:
    """Return the builder of written-out positions, or None if the game has none.

    Raises KeyError for an unknown slug.
    """
    name = f"games.catalog.{list_metadata()[slug].slug}.position"
    if not find_spec(name):
        return None
    module = import_module(name)
    if not isinstance(module, PositionBuilder):
        raise TypeError(f"{name} is no PositionBuilder")
    return module


def _require_type(value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
