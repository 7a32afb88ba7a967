"""Cards as HTML, each drawn once: a card never changes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from games.engine.deck import Deck
from games.engine.localized_text import Text

CARD_BACK = "site/back.svg"
AVATARS = "site/avatars.svg"
SIZES = ("normal", "small", "large", "inline")


FIGURES = {
    "J": Text("ジャック", "jack"),
    "Q": Text("クイーン", "queen"),
    "K": Text("キング", "king"),
    "A": Text("エース", "ace"),
}


@dataclass(frozen=True, slots=True)
class CardFace:
    """How a card is drawn, by symbols of its deck's sprite: what lies in the middle and under the index; the index."""

    name: str
    tone: str = "ink"  # the class suffix of its colour
    rank: str = ""
    motif: str = ""  # the suit, large
    pip: str = ""  # the suit, small
    figure: str = ""  # a picture that fills the card
    crest: str = ""  # the suit upon that picture
    numeral: str = ""  # the rank, large


def get_card_face(code: str, deck: Deck, language: str) -> CardFace:
    """The face of a card, named in that language. Raises ValueError for a code the deck doesn't have."""
    if (single := deck.special_cards.get(code)) is not None:
        figure = _figure(code, deck)
        return CardFace(single.name[language], single.tone, motif="" if figure else code, pip=single.pip, figure=figure)
    if code in deck.ranks:
        numeral = code if deck.has_numerals else ""
        return CardFace(_rank_name(code, language), rank=code, figure=_figure(code, deck), numeral=numeral)
    letter, rank = code[:1], code[1:]
    suit = deck.suits.get(letter)
    if suit is None or (rank not in suit.ranks if rank else deck.ranks):
        raise ValueError(f"{code!r} is not a card of the {deck.name} deck")
    name = suit.name_with_rank[language] % {"rank": _rank_name(rank, language)} if rank else suit.name[language]
    if figure := _figure(rank, deck):
        return CardFace(name, suit.tone, rank, pip=letter, figure=figure, crest=letter)
    if deck.has_suit_pictures:
        return CardFace(name, suit.tone, rank, pip=letter, figure=f"figure-{letter}")
    return CardFace(name, suit.tone, rank, motif=letter, pip=letter)


def _figure(key: str, deck: Deck) -> str:
    """The symbol of a rank's or a single card's picture, if it has one."""
    return f"figure-{key}" if key in deck.figures else ""


def _rank_name(rank: str, language: str) -> str:
    return FIGURES[rank][language] if rank in FIGURES else rank


class CardRenderer:
    """Draws the cards of every deck in one language, the environment's.

    `deck` finds a deck by its name, `address` returns the address of a static file.

    card("K7", "court")                   a face, 56 × 80
    card("N10", "court", "small")         40 × 56; "large" is for the reader's hand, "inline" for sentences
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
    """Return a card for a sentence, without white space of the template around it."""
    return Markup("".join(line.strip() for line in html.splitlines()))
