"""Cards as HTML, each drawn once: a card never changes."""

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.engine.deck import Deck
from games.rendering.card_faces import get_card_face

CARD_BACK = "site/back.svg"
SIZES = ("normal", "small", "large", "inline")


class CardRenderer:
    """Draws the cards of every deck in one language, the environment's.

    `deck` finds a deck by its name, `address` tells where a static file is served.

    card("K7", "court")                   a face, 56 × 80
    card("N10", "court", "small")         40 × 56; "large" is for own hands, "inline" for sentences
    card_back("small")
    card_name("K7", "court")              "knight 7", as plain text
    """

    def __init__(
        self, environment: Environment, language: str, deck: Callable[[str], Deck], address: Callable[[str], str]
    ) -> None:
        self._language, self._deck, self._address = language, deck, address
        self._macros: Any = environment.get_template("shared/card_face.jinja").module
        self.card = cache(self._card)
        self.card_back = cache(self._back)
        self.card_name = cache(self._name)

    def _card(self, code: str, deck: str, size: str = "normal") -> Markup:
        """A card's face. Raises ValueError for a code the deck doesn't have."""
        known = self._deck(deck)
        shown, sprite = get_card_face(code, known, self._language), known.sprite and self._address(known.sprite)
        if _size(size) == "inline":
            return _on_one_line(self._macros.inline(code, shown, sprite))
        return _on_one_line(self._macros.face(code, shown, sprite, size))

    def _back(self, size: str = "normal") -> Markup:
        """A card's back."""
        return _on_one_line(self._macros.back(self._address(CARD_BACK), _size(size)))

    def _name(self, code: str, deck: str) -> str:
        """A card in words, for sentences. Raises ValueError for a code the deck doesn't have."""
        return get_card_face(code, self._deck(deck), self._language).name


def _size(size: str) -> str:
    if size not in SIZES:
        raise ValueError(f"no card size {size!r}")
    return size


def _on_one_line(html: str) -> Markup:
    """Cards stand in sentences: no white space of the template gets between them and the words."""
    return Markup("".join(line.strip() for line in html.splitlines()))
