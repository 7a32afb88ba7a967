"""The one registry of titles: finds the folders in `games/catalog/` and hands out what they offer.

A folder that offers something else than its contract says is a TypeError as soon as it is asked.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from games import catalog
from games.engine.deck import Deck
from games.engine.game import AnyTitle, Pace, Title
from games.engine.metadata import Amounts, Meta, Option, Preset, Value

__all__ = ["Amounts", "Meta", "Option", "Preset", "Value", "deck", "metas", "pace", "title"]

T = TypeVar("T")


@cache
def metas() -> dict[str, Meta]:
    """The name cards of all titles by slug, in front-page order. Loads no rules."""
    slugs = [module.name for module in pkgutil.iter_modules(catalog.__path__) if module.ispkg]
    cards = [_proven(import_module(f"games.catalog.{slug}.metadata").META, Meta) for slug in slugs]
    return {card.slug: card for card in sorted(cards, key=lambda card: (card.order, card.slug))}


@cache
def deck(name: str) -> Deck:
    """A deck that some title plays with. Raises KeyError for an unknown name."""
    return {meta.deck.name: meta.deck for meta in metas().values()}[name]


@cache
def title(slug: str) -> AnyTitle:
    """A title with its rules. Raises KeyError for an unknown slug."""
    return _proven(import_module(f"games.catalog.{metas()[slug].slug}.game").TITLE, Title)


@cache
def pace(slug: str) -> Pace | None:
    """How long a title's matches are, where that has been measured. Loads no rules. KeyError for an unknown slug."""
    name = f"games.catalog.{metas()[slug].slug}.duration"
    if not find_spec(name):
        return None
    found = import_module(name)
    if not isinstance(found, Pace):  # a module is its own protocol
        raise TypeError(f"{name} is no Pace")
    return found


def _proven(found: object, kind: type[T]) -> T:
    if not isinstance(found, kind):
        raise TypeError(f"{found!r} is no {kind.__name__}")
    return found
