"""The French deck with two jokers. Suits don't matter in this game, so a rank alone is a card too."""

from games.engine.deck import Deck, SpecialCard, Suit, number_ranks
from games.engine.localized_text import Text

_RANKS = (*number_ranks(2, 10), "J", "Q", "K", "A")

FRENCH = Deck(
    "french",
    "doudizhu/cards.svg",
    {
        "S": Suit(Text("スペード", "spades"), Text("スペードの%(rank)s", "%(rank)s of spades"), "black", _RANKS),
        "H": Suit(Text("ハート", "hearts"), Text("ハートの%(rank)s", "%(rank)s of hearts"), "red", _RANKS),
        "D": Suit(Text("ダイヤ", "diamonds"), Text("ダイヤの%(rank)s", "%(rank)s of diamonds"), "blue", _RANKS),
        "C": Suit(Text("クラブ", "clubs"), Text("クラブの%(rank)s", "%(rank)s of clubs"), "emerald", _RANKS),
    },
    _RANKS,
    {
        "s": SpecialCard(Text("小ジョーカー", "small joker"), "black", "star-open"),
        "B": SpecialCard(Text("大ジョーカー", "big joker"), "red", "star"),
    },
    figures=("J", "Q", "K", "A", "s", "B"),
)
