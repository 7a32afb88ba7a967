"""The cards of every deck: what is drawn on them and what they are called.

A code is a suit letter and a rank; where the other half doesn't matter to a game it may be missing ("K" of the court
deck, "10" of the french deck).
"""

from collections.abc import Callable
from dataclasses import dataclass

FIGURES = ("J", "Q", "K", "A")
JOKERS = ("s", "B")


def N_(text: str) -> str:
    """Marks a text to be translated later."""
    return text


# Names of suits with their rank: whole phrases, because word order differs between languages.
SUITS = {
    "court": {
        "K": (N_("knight"), N_("knight %(rank)s")),
        "N": (N_("noble"), N_("noble %(rank)s")),
        "B": (N_("bishop"), N_("bishop %(rank)s")),
        "P": (N_("prince"), N_("prince %(rank)s")),
    },
    "storm": {
        "W": (N_("wind"), N_("wind %(rank)s")),
        "F": (N_("fire"), N_("fire %(rank)s")),
        "A": (N_("water"), N_("water %(rank)s")),
        "E": (N_("earth"), N_("earth %(rank)s")),
    },
    "commodities": {
        "G": (N_("grain"), N_("grain %(rank)s")),
        "F": (N_("finance"), N_("finance %(rank)s")),
        "B": (N_("biochemistry"), N_("biochemistry %(rank)s")),
        "U": (N_("fuel"), N_("fuel %(rank)s")),
    },
    "french": {
        "S": (N_("spades"), N_("%(rank)s of spades")),
        "H": (N_("hearts"), N_("%(rank)s of hearts")),
        "D": (N_("diamonds"), N_("%(rank)s of diamonds")),
        "C": (N_("clubs"), N_("%(rank)s of clubs")),
    },
    "numbers": {},
}
RANKS = {"J": N_("jack"), "Q": N_("queen"), "K": N_("king"), "A": N_("ace")}
JOKER_NAMES = {"s": N_("small joker"), "B": N_("big joker")}

Gettext = Callable[[str], str]


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


def face(code: str, deck: str, _: Gettext) -> Face:
    """The face of a card, named in the language of `_`. Raises ValueError for a code the deck doesn't have."""
    suits = SUITS[deck]
    if deck == "french" and code in JOKERS:
        return Face(f"french-{code}", "star" if code == "B" else "star-open", "", _(JOKER_NAMES[code]))
    if code[:1] in suits and not (deck == "french" and len(code) == 1):
        return _suited(code[0], code[1:], deck, _)
    if deck in ("french", "numbers") and _is_rank(code):
        return Face("", "", code, _rank_name(code, _))
    raise ValueError(f"{code!r} is not a card of the {deck} deck")


def _suited(suit: str, rank: str, deck: str, _: Gettext) -> Face:
    if rank and not _is_rank(rank):
        raise ValueError(f"{rank!r} is not a rank of the {deck} deck")
    alone, with_rank = SUITS[deck][suit]
    name = _(with_rank) % {"rank": _rank_name(rank, _)} if rank else _(alone)
    motif = f"{deck}-{suit}"
    return Face(motif, motif, rank, name)


def _is_rank(text: str) -> bool:
    return text in RANKS or (text.isascii() and text.isdecimal() and 1 <= int(text) <= 13)


def _rank_name(rank: str, _: Gettext) -> str:
    return _(RANKS[rank]) if rank in RANKS else rank
