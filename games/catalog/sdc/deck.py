"""The storm deck: four elements, ranked like French cards."""

from games.engine.deck import Deck, Suit, number_ranks
from games.engine.localized_text import Text

_RANKS = (*number_ranks(2, 10), "J", "Q", "K", "A")

STORM = Deck(
    "storm",
    "sdc/cards.svg",
    {
        "W": Suit(Text("風", "wind"), Text("風の%(rank)s", "wind %(rank)s"), "ochre", _RANKS),
        "F": Suit(Text("火", "fire"), Text("火の%(rank)s", "fire %(rank)s"), "red", _RANKS),
        "A": Suit(Text("水", "water"), Text("水の%(rank)s", "water %(rank)s"), "blue", _RANKS),
        "E": Suit(Text("地", "earth"), Text("地の%(rank)s", "earth %(rank)s"), "green", _RANKS),
    },
    figures=("J", "Q", "K", "A"),
)
