"""Cards for templates: faces, backs and the suit marks of a deck, all drawn from one sprite.

    {% load cards %}
    {% card "K7" deck="court" %}                   a face, 56 × 80
    {% card "W10" deck="storm" size="small" %}     40 × 56; "large" is for own hands, "inline" for sentences
    {% card_back size="small" %}
    {% card h.card deck="court" size="inline" as shown %}
    {% blocktranslate %}{{ who }} opens {{ shown }}.{% endblocktranslate %}
    {{ code|card_name:"court" }}                   "knight 7", as plain text

A code is a suit letter and a rank; where the other half doesn't matter to a game it may be missing ("K" of the court
deck, "10" of the french deck).
"""

from dataclasses import dataclass
from functools import cache

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

register = template.Library()

SIZES = ("normal", "small", "large", "inline")
FIGURES = ("J", "Q", "K", "A")
JOKERS = ("s", "B")

# Names of suits with their rank: whole phrases, because word order differs between languages.
SUITS = {
    "court": {
        "K": (gettext_noop("knight"), gettext_noop("knight %(rank)s")),
        "N": (gettext_noop("noble"), gettext_noop("noble %(rank)s")),
        "B": (gettext_noop("bishop"), gettext_noop("bishop %(rank)s")),
        "P": (gettext_noop("prince"), gettext_noop("prince %(rank)s")),
    },
    "storm": {
        "W": (gettext_noop("wind"), gettext_noop("wind %(rank)s")),
        "F": (gettext_noop("fire"), gettext_noop("fire %(rank)s")),
        "A": (gettext_noop("water"), gettext_noop("water %(rank)s")),
        "E": (gettext_noop("earth"), gettext_noop("earth %(rank)s")),
    },
    "commodities": {
        "G": (gettext_noop("grain"), gettext_noop("grain %(rank)s")),
        "F": (gettext_noop("finance"), gettext_noop("finance %(rank)s")),
        "B": (gettext_noop("biochemistry"), gettext_noop("biochemistry %(rank)s")),
        "U": (gettext_noop("fuel"), gettext_noop("fuel %(rank)s")),
    },
    "french": {
        "S": (gettext_noop("spades"), gettext_noop("%(rank)s of spades")),
        "H": (gettext_noop("hearts"), gettext_noop("%(rank)s of hearts")),
        "D": (gettext_noop("diamonds"), gettext_noop("%(rank)s of diamonds")),
        "C": (gettext_noop("clubs"), gettext_noop("%(rank)s of clubs")),
    },
    "numbers": {},
}
RANKS = {"J": gettext_noop("jack"), "Q": gettext_noop("queen"), "K": gettext_noop("king"), "A": gettext_noop("ace")}
JOKER_NAMES = {"s": gettext_noop("small joker"), "B": gettext_noop("big joker")}


# What stands for a deck on its title's card.
@dataclass(frozen=True, slots=True)
class Face:
    """How a card is drawn: the symbol in the middle, the small one under the index, the index itself."""

    motif: str
    pip: str
    rank: str
    name: str

    @property
    def tone(self) -> str:
        """The class suffix of its colour."""
        return self.motif or "ink"

    @property
    def figure(self) -> bool:
        """Drawn with its motif in a frame, which takes a motif."""
        return self.rank in FIGURES and bool(self.motif)


def face(code: str, deck: str) -> Face:
    """The face of a card, named in the active language. Raises ValueError for a code the deck doesn't have."""
    suits = SUITS[deck]
    if deck == "french" and code in JOKERS:
        return Face(f"french-{code}", "star" if code == "B" else "star-open", "", _(JOKER_NAMES[code]))
    if code[:1] in suits and not (deck == "french" and len(code) == 1):
        return _suited(code[0], code[1:], deck)
    if deck in ("french", "numbers") and _is_rank(code):
        return Face("", "", code, _rank_name(code))
    raise ValueError(f"{code!r} is not a card of the {deck} deck")


def _suited(suit: str, rank: str, deck: str) -> Face:
    if rank and not _is_rank(rank):
        raise ValueError(f"{rank!r} is not a rank of the {deck} deck")
    alone, with_rank = SUITS[deck][suit]
    name = _(with_rank) % {"rank": _rank_name(rank)} if rank else _(alone)
    motif = f"{deck}-{suit}"
    return Face(motif, motif, rank, name)


def _is_rank(text: str) -> bool:
    return text in RANKS or (text.isascii() and text.isdecimal() and 1 <= int(text) <= 13)


def _rank_name(rank: str) -> str:
    return _(RANKS[rank]) if rank in RANKS else rank


@cache
def _drawn(code: str, deck: str, size: str, language: str) -> SafeString:
    """A card never changes, so each is rendered once per language."""
    if size not in SIZES:
        raise ValueError(f"no card size {size!r}")
    drawing = get_template("components/card.html").template
    shown = {"face": face(code, deck) if code else None, "deck": deck, "size": size}
    return mark_safe(drawing.render(template.Context(shown)).strip())


@register.simple_tag
def card(code: str, deck: str, size: str = "normal") -> SafeString:
    """A card's face. Raises ValueError for a code the deck doesn't have."""
    return _drawn(str(code), deck, size, get_language() or "")


@register.simple_tag
def card_back(size: str = "normal") -> SafeString:
    """A card's back."""
    return _drawn("", "", size, get_language() or "")


@register.filter
def card_name(code: str, deck: str) -> str:
    """A card in words, for sentences."""
    return face(str(code), deck).name
