"""Cards as HTML, each drawn once: a card never changes."""

from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.boards.faces import Gettext, face

SIZES = ("normal", "small", "large", "inline")


class Cards:
    """Draws the cards of every deck, in the language of one environment.

    card("K7", "court")                   a face, 56 × 80
    card("W10", "storm", "small")         40 × 56; "large" is for own hands, "inline" for sentences
    card_back("small")
    card_name("K7", "court")              "knight 7", as plain text
    """

    def __init__(self, environment: Environment, gettext: Gettext) -> None:
        self._gettext = gettext
        self._macros: Any = environment.get_template("boards/face.jinja").module
        self.card = cache(self._card)
        self.card_back = cache(self._back)
        self.card_name = cache(self._name)

    def _card(self, code: str, deck: str, size: str = "normal") -> Markup:
        """A card's face. Raises ValueError for a code the deck doesn't have."""
        shown = face(code, deck, self._gettext)
        if _size(size) == "inline":
            return _on_one_line(self._macros.inline(shown))
        return _on_one_line(self._macros.face(shown, deck, size))

    def _back(self, size: str = "normal") -> Markup:
        """A card's back."""
        return _on_one_line(self._macros.back(_size(size)))

    def _name(self, code: str, deck: str) -> str:
        """A card in words, for sentences. Raises ValueError for a code the deck doesn't have."""
        return face(code, deck, self._gettext).name


def _size(size: str) -> str:
    if size not in SIZES:
        raise ValueError(f"no card size {size!r}")
    return size


def _on_one_line(html: str) -> Markup:
    """Cards stand in sentences: no white space of the template gets between them and the words."""
    return Markup("".join(line.strip() for line in html.splitlines()))
