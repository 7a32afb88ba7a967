"""What is drawn on a card, and what it is called."""

from dataclasses import dataclass

from games.engine.deck import Deck
from games.engine.localized_text import Text

FIGURES = {
    "J": Text("ジャック", "jack"),
    "Q": Text("クイーン", "queen"),
    "K": Text("キング", "king"),
    "A": Text("エース", "ace"),
}


@dataclass(frozen=True, slots=True)
class CardFace:
    """How a card is drawn: the symbol in the middle, the small one under the index, the index itself."""

    name: str
    tone: str = "ink"  # the class suffix of its colour
    rank: str = ""
    motif: str = ""
    pip: str = ""

    @property
    def figure(self) -> bool:
        """Drawn with its motif in a frame, which takes a motif."""
        return self.rank in FIGURES and bool(self.motif)


def get_card_face(code: str, deck: Deck, language: str) -> CardFace:
    """The face of a card, named in that language. Raises ValueError for a code the deck doesn't have."""
    if (single := deck.special_cards.get(code)) is not None:
        return CardFace(single.name[language], single.tone, motif=code, pip=single.pip)
    if code in deck.ranks:
        return CardFace(_rank_name(code, language), rank=code)
    letter, rank = code[:1], code[1:]
    suit = deck.suits.get(letter)
    if suit is None or (rank not in suit.ranks if rank else deck.ranks):
        raise ValueError(f"{code!r} is not a card of the {deck.name} deck")
    name = suit.name_with_rank[language] % {"rank": _rank_name(rank, language)} if rank else suit.name[language]
    return CardFace(name, suit.tone, rank, motif=letter, pip=letter)


def _rank_name(rank: str, language: str) -> str:
    return FIGURES[rank][language] if rank in FIGURES else rank
