"""The one registry of games: finds the folders in `games/catalog/` and hands out what they offer.

A folder that offers something else than its contract says is a TypeError as soon as it is asked.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from games import catalog
from games.engine.deck import Deck
from games.engine.game import AnyBot, AnyGame, Duration, Game
from games.engine.metadata import GameMetadata, IntegerInputs, Option, Preset, Value
from games.engine.positions import PositionBuilder

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
]

T = TypeVar("T")


@cache
def list_metadata() -> dict[str, GameMetadata]:
    """The metadata of all games by slug, in front-page order. Loads no rules."""
    slugs = [module.name for module in pkgutil.iter_modules(catalog.__path__) if module.ispkg]
    cards = [_require_type(import_module(f"games.catalog.{slug}.metadata").METADATA, GameMetadata) for slug in slugs]
    return {card.slug: card for card in sorted(cards, key=lambda card: (card.order, card.slug))}


@cache
def get_deck(name: str) -> Deck:
    """A deck that some game plays with. Raises KeyError for an unknown name."""
    return {meta.deck.name: meta.deck for meta in list_metadata().values()}[name]


@cache
def get_game(slug: str) -> AnyGame:
    """A game with its rules. Raises KeyError for an unknown slug."""
    return _require_type(import_module(f"games.catalog.{list_metadata()[slug].slug}.game").GAME, Game)


@cache
def get_duration(slug: str) -> Duration | None:
    """How long a game's matches are, where that has been measured. Loads no rules. KeyError for an unknown slug."""
    name = f"games.catalog.{list_metadata()[slug].slug}.duration"
    if not find_spec(name):
        return None
    found = import_module(name)
    if not isinstance(found, Duration):  # a module is its own protocol
        raise TypeError(f"{name} is no Pace")
    return found


@cache
def get_lesson_player(slug: str) -> AnyBot | None:
    """Who plays as the game's lessons teach, where somebody has written that down: the arena's, no level of the game.
    KeyError for an unknown slug."""
    name = f"games.catalog.{list_metadata()[slug].slug}.bots.lesson_player"
    found: AnyBot | None = import_module(name).play_as_taught if find_spec(name) else None
    return found


@cache
def get_position_builder(slug: str) -> PositionBuilder | None:
    """What makes states of a game that are written out, where it has that. KeyError for an unknown slug."""
    name = f"games.catalog.{list_metadata()[slug].slug}.position"
    if not find_spec(name):
        return None
    found = import_module(name)
    if not isinstance(found, PositionBuilder):
        raise TypeError(f"{name} is no PositionBuilder")
    return found


def _require_type(found: object, kind: type[T]) -> T:
    if not isinstance(found, kind):
        raise TypeError(f"{found!r} is no {kind.__name__}")
    return found
