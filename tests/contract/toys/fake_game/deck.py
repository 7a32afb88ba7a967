"""Nine stars."""

from games.engine.deck import Deck, Suit, number_ranks
from games.engine.localized_text import Text

STARS = Deck(
    "stars",
    "toy/cards.svg",
    {"X": Suit(Text("星", "star"), Text("星の%(rank)s", "star %(rank)s"), "teal", number_ranks(1, 9))},
)
DECK = tuple(f"X{rank}" for rank in number_ranks(1, 9))
