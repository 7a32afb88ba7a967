"""The one registry of titles: finds the folders in `games/titles/` and hands out what they offer."""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games import titles
from games.engine.contract import AnyTitle, Pace, Title
from games.engine.deck import Deck
from games.engine.meta import Meta, Option, Preset, Value

__all__ = ["Meta", "Option", "Preset", "Value", "deck", "metas", "pace", "title"]


@cache
def metas() -> dict[str, Meta]:
    """The name cards of all titles by slug, in front-page order. Loads no rules."""
    slugs = [module.name for module in pkgutil.iter_modules(titles.__path__) if module.ispkg]
    cards = [import_module(f"games.titles.{slug}.meta").META for slug in slugs]
    return {card.slug: card for card in sorted(cards, key=lambda card: (card.order, card.slug))}


@cache
def deck(name: str) -> Deck:
    """A deck that some title plays with. Raises KeyError for an unknown name."""
    return {meta.deck.name: meta.deck for meta in metas().values()}[name]


@cache
def title(slug: str) -> AnyTitle:
    """A title with its rules. Raises KeyError for an unknown slug."""
    meta = metas()[slug]
    if find_spec(f"games.titles.{slug}.title"):
        found: AnyTitle = import_module(f"games.titles.{slug}.title").TITLE
        return found
    part = {
        name: import_module(f"games.titles.{slug}.{name}")
        for name in ("moves", "state", "view", "rules", "imagine", "bot")
    }
    return Title(
        meta=meta,
        rules=part["rules"],  # a module is its own protocol
        moves=part["moves"].MOVES,
        happenings=part["moves"].HAPPENINGS,
        state=part["state"].STATE,
        views=part["view"].VIEW,
        imagine=part["imagine"].imagine,
        bots=part["bot"].BOTS,
    )


@cache
def pace(slug: str) -> Pace | None:
    """How long a title's matches are, where that has been measured. Loads no rules. KeyError for an unknown slug."""
    name = f"games.titles.{metas()[slug].slug}.pace"
    return import_module(name) if find_spec(name) else None
