"""The smaller game that the bots' tables are made for: hands in classes, bids in a few amounts.

A dealt hand counts by its *kind*: its category and number, and whether four of a suit are in it. Of each kind one way
to exchange so many cards is looked at. A finished hand counts by its *class*, one of some forty steps of
strength for strong, of five for normal.
"""

from games.catalog.sdc.bots.hand_value import four_to_a_flush, get_made_cards
from games.catalog.sdc.hands import FOUR, HIGH_CARD, ONE_PAIR, STRAIGHT, THREE, TWO_PAIR, strength
from games.catalog.sdc.types import Cards

ALL_AMOUNTS_UP_TO = 5
_FIRST = {HIGH_CARD: 0 - 7, ONE_PAIR: 16 - 2, TWO_PAIR: 29 - 3, THREE: 41 - 2}  # kind of the lowest number, less it
_FIRST_WHOLE = 54
KINDS = 60


def get_kind(hand: Cards) -> int:
    """0 to 59.

    >>> get_kind(("F7", "A5", "E4", "A3", "W2")), get_kind(("WA", "FA", "E7", "A5", "F2"))
    (0, 28)
    """
    category, number = strength(hand)[:2]
    if category >= STRAIGHT:
        return _FIRST_WHOLE + category - STRAIGHT
    draws_to_flush = category == HIGH_CARD and bool(four_to_a_flush(hand))
    return _FIRST[category] + number + 8 * draws_to_flush


def keep(hand: Cards, count: int) -> Cards | None:
    """What stays of a sorted hand when that many go: the part that counts, then the highest; None if it would break.

    Four to a flush stay together when one card goes.

    >>> keep(("W9", "E9", "A7", "F4", "A2"), 2), keep(("W9", "E9", "A7", "F4", "A2"), 4)
    (('W9', 'E9', 'A7'), None)
    """
    made, left = get_made_cards(hand), 5 - count
    if count == 1 and not made and (flush := four_to_a_flush(hand)):
        return flush
    if len(made) > left or (made and strength(hand)[0] >= STRAIGHT and count > int(strength(hand)[0] == FOUR)):
        return None
    return (*made, *[card for card in hand if card not in made][: left - len(made)])


def get_amounts(limit: int) -> tuple[int, ...]:
    """The bids that are looked at: all of them up to five, five of more.

    >>> get_amounts(3), get_amounts(8)
    ((1, 2, 3), (1, 2, 3, 5, 8))
    """
    return tuple(range(1, limit + 1)) if limit <= ALL_AMOUNTS_UP_TO else (1, 2, 3, 5, limit)


def round_up(amount: int, amounts: tuple[int, ...]) -> int:
    """Which of the amounts a bid counts as.

    >>> round_up(4, (1, 2, 3, 5, 8))
    5
    """
    return next(known for known in amounts if known >= amount)


def round_down(amount: int, amounts: tuple[int, ...]) -> int:
    """The same for one's own bid, so that it stays below any raise.

    >>> round_down(4, (1, 2, 3, 5, 8))
    3
    """
    return next(known for known in reversed(amounts) if known <= amount)
