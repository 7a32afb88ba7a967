"""Parsing of written-out positions: their fields, and the location of every card of the deck.

>>> fields = PositionFields({"hands": [["K1"], ["K4"]], "deck": ["K3"]})
>>> hands, first = fields.take_rows("hands"), fields.take_cards("deck")
>>> fields.require_nothing_left()
>>> complete_deck(["K1", "K2", "K3", "K4", "K5"], hands, first)
('K3', 'K2', 'K5')
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from games.engine.errors import InvalidOptionsError
from games.engine.metadata import GameMetadata, Value
from games.engine.positions import InvalidPositionError
from games.engine.serialization.canonical_json import Json

Cards = tuple[str, ...]


class PositionFields:
    """The fields of a position, each read once. Wrong types and leftover fields raise InvalidPositionError."""

    def __init__(self, plain: Mapping[str, Json]) -> None:
        self._left = dict(plain)

    def take_number(self, name: str, default: int) -> int:
        return _require_number(name, self._left.pop(name, default))

    def take_numbers(self, name: str, default: Sequence[int]) -> tuple[int, ...]:
        return tuple(_require_number(name, number) for number in self._take_list(name, list(default)))

    def take_cards(self, name: str) -> Cards:
        return tuple(_require_text(name, card) for card in self._take_list(name, []))

    def take_rows(self, name: str) -> tuple[Cards, ...]:
        """Return cards by seat."""
        rows = self._take_list(name, [])
        if not all(isinstance(row, list) for row in rows):
            raise InvalidPositionError(f"{name} is no list of lists")
        return tuple(tuple(_require_text(name, card) for card in row) for row in rows)

    def take_piles(self, name: str) -> tuple[tuple[Cards, ...], ...]:
        """Return several piles of cards by seat."""
        return tuple(PositionFields({name: row}).take_rows(name) for row in self._take_list(name, []))

    def take_options(self, metadata: GameMetadata) -> Mapping[str, Value]:
        """Return the table's options, with defaults filled in."""
        options = self._left.pop("options", {})
        if not isinstance(options, dict):
            raise InvalidPositionError("options is no table")
        try:
            return metadata.clean_options(options)
        except InvalidOptionsError as problem:
            raise InvalidPositionError(f"no such option: {problem.params.get('option', problem.code)}") from None

    def require_nothing_left(self) -> None:
        if self._left:
            raise InvalidPositionError(f"what is {', '.join(sorted(self._left))}?")

    def _take_list(self, name: str, default: list[Json]) -> list[Json]:
        items = self._left.pop(name, default)
        if not isinstance(items, list):
            raise InvalidPositionError(f"{name} is no list")
        return items


def complete_deck(deck: Sequence[str], lying: Iterable[Iterable[str]], first: Iterable[str]) -> Cards:
    """Return the cards to come: those in `first`, then all that are nowhere else, in deck order.

    Raises InvalidPositionError for cards that the deck doesn't have, or not that often.
    """
    first_cards = list(first)
    unused = Counter(deck)
    unused.subtract(card for cards in (*lying, first_cards) for card in cards)
    if missing := sorted(card for card, count in unused.items() if count < 0):
        raise InvalidPositionError(f"not so often in the deck: {', '.join(missing)}")
    rest = []
    for card in deck:
        if unused[card] > 0:
            unused[card] -= 1
            rest.append(card)
    return (*first_cards, *rest)


def _require_number(name: str, value: Json) -> int:
    if type(value) is not int:
        raise InvalidPositionError(f"{name}: {value!r} is no number")
    return value


def _require_text(name: str, value: Json) -> str:
    if not isinstance(value, str):
        raise InvalidPositionError(f"{name}: {value!r} is no card")
    return value
