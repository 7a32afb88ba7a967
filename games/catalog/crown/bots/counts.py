"""Hands as integers that contain the count of each kind, for bots that evaluate many hands.

>>> code = encode_hand(("P", "B", "N", "N"))
>>> code == STEPS["P"] + STEPS["B"] + 2 * STEPS["N"], decode_hand(code), SIZES[code]
(True, ('P', 'B', 'N', 'N'), 4)
"""

from collections.abc import Iterable
from itertools import product

from games.catalog.crown.cards import COPIES, KINDS, Cards, bishop_points, noble_points

STEPS = {"P": 1, "B": 4, "N": 24, "K": 240}  # adds one card of that kind
ORDER = sorted(product(*(range(COPIES[kind] + 1) for kind in KINDS)), key=lambda held: held[::-1])  # sorted by code
PRINCES, BISHOPS, NOBLES, KNIGHTS = ([held[at] for held in ORDER] for at in range(4))
COUNTS = dict(zip(KINDS, (PRINCES, BISHOPS, NOBLES, KNIGHTS), strict=True))
SIZES = [sum(held) for held in ORDER]


def encode_hand(cards: Iterable[str]) -> int:
    return sum(STEPS[card] for card in cards)


def decode_hand(code: int) -> Cards:
    return tuple(kind for kind in KINDS for _ in range(COUNTS[kind][code]))


def can_defend(code: int) -> bool:
    """Return whether it has two knights, or a knight and two princes (4.3)."""
    return KNIGHTS[code] >= 2 or (KNIGHTS[code] == 1 and PRINCES[code] >= 2)


def pay_defence(code: int) -> int:
    """Return the hand after defending: princes are only used if necessary."""
    return code - 2 * STEPS["K"] if KNIGHTS[code] >= 2 else code - STEPS["K"] - 2 * STEPS["P"]


def showing_points(code: int) -> int:
    """Return the points for its bishops in a turn, with the prince pair as one of them."""
    return bishop_points(BISHOPS[code] + PRINCES[code] // 2)


def cashing_points(count: int, classic: bool) -> int:
    """Return the points for discarding all nobles in the best sets.

    >>> [cashing_points(count, False) for count in range(6)]
    [0, 0, 1, 2, 3, 3]
    """
    if classic:
        return count // 2 * noble_points(2, classic)
    return count - -(-count // 4) if count > 1 else 0
