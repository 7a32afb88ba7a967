"""The court deck: knights, nobles, bishops and princes."""

from games.engine.deck import Deck, Suit, number_ranks
from games.engine.localized_text import Text

COURT = Deck(
    "court",
    "decks/court.svg",
    {
        "K": Suit(Text("騎士", "knight"), Text("騎士の%(rank)s", "knight %(rank)s"), "teal", number_ranks(1, 11)),
        "N": Suit(Text("貴族", "noble"), Text("貴族の%(rank)s", "noble %(rank)s"), "violet", number_ranks(2, 10)),
        "B": Suit(Text("司教", "bishop"), Text("司教の%(rank)s", "bishop %(rank)s"), "wine", number_ranks(4, 8)),
        "P": Suit(Text("王子", "prince"), Text("王子の%(rank)s", "prince %(rank)s"), "amber", ("4", "6", "8")),
    },
    has_suit_pictures=True,
)
