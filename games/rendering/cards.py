"""Cards as HTML. Each is drawn only once, because a card never changes."""

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
    """The drawing of a card: symbols of its deck's sprite for the middle and below the index, and the index itself."""

    name: str
    tone: str = "ink"  # the class suffix of its colour
    rank: str = ""
    motif: str = ""  # the suit, large
    pip: str = ""  # the suit, small
    figure: str = ""  # a picture that fills the card
    crest: str = ""  # the suit upon that picture
    numeral: str = ""  # the rank, large


def get_card_face(code: str, deck: Deck, language: str) -> CardFace:
    """Return the face of a card, named in that language. Raises ValueError for a code the deck doesn't have."""
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
    """Return the symbol of a rank's or a special card's picture, "" if it has none."""
    return f"figure-{key}" if key in deck.figures else ""


def _rank_name(rank: str, language: str) -> str:
    return FIGURES[rank][language] if rank in FIGURES else rank


class CardRenderer:
    """Renderer of the cards of every deck, in the environment's language.

    `deck` returns a deck by its name, `address` the URL of a static file.

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
        """Draw a card's face. Raises ValueError for a code the deck doesn't have."""
        deck_info = self._deck(deck)
        face, sprite = (
            get_card_face(code, deck_info, self._language),
            deck_info.sprite and self._address(deck_info.sprite),
        )
        if _size(size) == "inline":
            return _on_one_line(self._macros.inline(code, face, sprite))
        return _on_one_line(self._macros.face(code, face, sprite, size))

    def _back(self, size: str = "normal") -> Markup:
        """Draw a card's back."""
        return _on_one_line(self._macros.back(self._address(CARD_BACK), _size(size)))

    def _name(self, code: str, deck: str) -> str:
        """Return a card in words, for sentences. Raises ValueError for a code the deck doesn't have."""
        return get_card_face(code, self._deck(deck), self._language).name


def _size(size: str) -> str:
    if size not in SIZES:
        raise ValueError(f"no card size {size!r}")
    return size


def _on_one_line(html: str) -> Markup:
    """Remove line breaks and indentation, so that no white space appears around cards in sentences."""
    return Markup("".join(line.strip() for line in html.splitlines()))
