"""The commodity deck: four goods from 1 to 10."""

from games.engine.deck import Deck, Suit, number_ranks
from games.engine.localized_text import Text

_RANKS = number_ranks(1, 10)

COMMODITIES = Deck(
    "commodities",
    "dilemma/cards.svg",
    {
        "G": Suit(Text("穀物", "grain"), Text("穀物の%(rank)s", "grain %(rank)s"), "brown", _RANKS),
        "F": Suit(Text("金融", "finance"), Text("金融の%(rank)s", "finance %(rank)s"), "azure", _RANKS),
        "B": Suit(Text("生化学", "biochemistry"), Text("生化学の%(rank)s", "biochemistry %(rank)s"), "pine", _RANKS),
        "U": Suit(Text("燃料", "fuel"), Text("燃料の%(rank)s", "fuel %(rank)s"), "pink", _RANKS),
    },
)
