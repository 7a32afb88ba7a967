"""Nine stars."""

from games.engine.deck import Deck, Suit, numbers
from games.engine.localized_text import Text

STARS = Deck(
    "stars",
    "toy/cards.svg",
    {"X": Suit(Text("星", "star"), Text("星の%(rank)s", "star %(rank)s"), "teal", numbers(1, 9))},
)
DECK = tuple(f"X{rank}" for rank in numbers(1, 9))
