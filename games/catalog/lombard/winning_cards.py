"""Cards of a hand that counted, to explain why someone won. Pure; none of it is stored."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.catalog.lombard.hands import FLUSH, STRAIGHT_FLUSH, TOP, encode_card, encode_cards, rank_of, strength
from games.catalog.lombard.types import Cards


class WinningCards(NamedTuple):
    """The cards a hand is made of. Two princes together count as `number`, in a flush also as `suit`."""

    cards: Cards
    wild: Cards = ()
    number: int = 0
    suit: str = ""


@lru_cache(maxsize=1024)
def find_winning_cards(hole: Cards, board: Cards) -> WinningCards:
    """Return the smallest subset that makes the best hand; no other card is compared (sheet, hands).

    >>> find_winning_cards(("K8", "N3"), ("B8", "N9", "B5", "K1", "N4")).cards
    ('B8', 'K8')
    >>> find_winning_cards(("P4", "K7"), ("P6", "B8", "N9", "K11", "N2"))
    WinningCards(cards=('K11', 'N9', 'B8', 'K7', 'P6', 'P4'), wild=('P6', 'P4'), number=10, suit='')
    """
    cards = sorted((*hole, *board), key=rank_of, reverse=True)
    best = strength(encode_cards(cards))
    sizes = range(len(cards) + 1)
    best_cards = next(
        subset for size in sizes for subset in combinations(cards, size) if strength(encode_cards(subset)) == best
    )
    princes = tuple(card for card in best_cards if card[0] == "P")
    stand_in = _stand_in(best_cards, best) if len(princes) == 2 else None
    return WinningCards(best_cards, princes, *stand_in) if stand_in else WinningCards(best_cards)


def _stand_in(cards: Cards, best: int) -> tuple[int, str] | None:
    """Return the number and suit that the princes among these count as; None if they are ordinary cards."""
    plain_cards = tuple(card for card in cards if card[0] != "P")
    of_a_suit = best >> 8 in (FLUSH, STRAIGHT_FLUSH)
    for number in range(TOP, 0, -1):
        for suit in "BNKP":
            card = f"{suit}{number}"
            if card not in plain_cards and strength(encode_cards(plain_cards) + encode_card(card)) == best:
                return number, suit if of_a_suit else ""
    return None
