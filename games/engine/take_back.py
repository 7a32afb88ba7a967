"""Taking a decision back, against bots alone: while nobody has shown whoever took it a card since, once a chapter.

What bots have decided since is undone with it: they are asked anew, and may decide otherwise.
"""

from collections.abc import Iterable
from typing import Protocol

from games.engine.deck import Deck
from games.engine.event_kinds import HOUSE, MOVE
from games.engine.metadata import GameMetadata
from games.engine.serialization.canonical_json import Json, to_json
from games.engine.serialization.values import Happening


class SeenEvent(Protocol):
    """An event of the match as the seat may know it."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def happenings(self) -> tuple[Happening, ...]: ...


def is_undoable(events: Iterable[SeenEvent], seat: int, meta: GameMetadata) -> bool:
    """Whether a decision of the seat may be taken back after these events, which followed it."""
    return all(_leaves_undoable(event, seat, meta) for event in events)


def _leaves_undoable(event: SeenEvent, seat: int, meta: GameMetadata) -> bool:
    """Others play, show nothing that was hidden, and the next chapter does not begin."""
    played = event.kind in (MOVE, HOUSE) and event.seat != seat
    begins = any(told.type == meta.chapter.start_happening for told in event.happenings)
    return played and not begins and not shows_hidden(event.happenings, meta.deck)


def shows_hidden(happenings: Iterable[Happening], deck: Deck) -> bool:
    """Whether any of these names a card of that deck, or a choice that had been made face down."""
    codes = frozenset(deck.codes())
    return any(one.reveals_choice or _names_one(to_json(one), codes) for one in happenings)


def _names_one(plain: Json, codes: frozenset[str]) -> bool:
    if isinstance(plain, str):
        return plain in codes
    if isinstance(plain, dict):
        plain = plain.values()
    elif not isinstance(plain, list):
        return False
    return any(_names_one(part, codes) for part in plain)
