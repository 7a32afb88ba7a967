"""Undoing a move against bots: once per chapter, as long as the player has seen no new card since.

The moves that bots made since are undone too: the bots decide again and may choose differently.
"""

from collections.abc import Iterable
from typing import Protocol

from games.engine.deck import Deck
from games.engine.event_kinds import HINT, HOUSE, MOVE
from games.engine.metadata import GameMetadata
from games.engine.serialization.canonical_json import Json, to_json
from games.engine.serialization.values import Happening


class SeenEvent(Protocol):
    """An event of the match as the seat sees it."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def happenings(self) -> tuple[Happening, ...]: ...


def is_undoable(events: Iterable[SeenEvent], seat: int, meta: GameMetadata) -> bool:
    """Return whether the seat's last move may be undone, given the events after it."""
    return all(_leaves_undoable(event, seat, meta) for event in events)


def _leaves_undoable(event: SeenEvent, seat: int, meta: GameMetadata) -> bool:
    """Return whether the event is another seat's move that reveals nothing and starts no new chapter, or a hint."""
    if event.kind == HINT:
        return True
    is_others_move = event.kind in (MOVE, HOUSE) and event.seat != seat
    starts_chapter = any(happening.type == meta.chapter.start_happening for happening in event.happenings)
    return is_others_move and not starts_chapter and not shows_hidden(event.happenings, meta.deck)


def shows_hidden(happenings: Iterable[Happening], deck: Deck) -> bool:
    """Return whether any of these names a card of the deck, or reveals a choice made face down."""
    codes = frozenset(deck.codes())
    return any(happening.reveals_choice or _names_one(to_json(happening), codes) for happening in happenings)


def _names_one(plain: Json, codes: frozenset[str]) -> bool:
    if isinstance(plain, str):
        return plain in codes
    if isinstance(plain, dict):
        plain = plain.values()
    elif not isinstance(plain, list):
        return False
    return any(_names_one(part, codes) for part in plain)
