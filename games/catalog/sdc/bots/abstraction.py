"""Abstraction of the game for the bots' strategy tables: hands grouped into classes, bids limited to a few amounts.

A dealt hand is represented by its *kind*: category, number, and whether it has four of a suit. For each kind and number
of cards to exchange, one way of exchanging them is considered. A finished hand is represented by its *class*, one of
about forty levels of strength for strong, of five for normal.
"""

from games.catalog.sdc.bots.hand_value import four_to_a_flush, get_made_cards
from games.catalog.sdc.hands import FOUR, HIGH_CARD, ONE_PAIR, STRAIGHT, THREE, TWO_PAIR, strength
from games.catalog.sdc.types import Cards

ALL_AMOUNTS_UP_TO = 5
_FIRST = {HIGH_CARD: 0 - 7, ONE_PAIR: 16 - 2, TWO_PAIR: 29 - 3, THREE: 41 - 2}  # kind of the lowest number, minus it
_FIRST_WHOLE = 54
KINDS = 60


def get_kind(hand: Cards) -> int:
    """Return the kind of a hand, 0 to 59.

    >>> get_kind(("F7", "A5", "E4", "A3", "W2")), get_kind(("WA", "FA", "E7", "A5", "F2"))
    (0, 28)
    """
    category, number = strength(hand)[:2]
    if category >= STRAIGHT:
        return _FIRST_WHOLE + category - STRAIGHT
    draws_to_flush = category == HIGH_CARD and bool(four_to_a_flush(hand))
    return _FIRST[category] + number + 8 * draws_to_flush


def keep(hand: Cards, count: int) -> Cards | None:
    """Return the cards kept from a sorted hand when exchanging `count`, or None if that would break the made cards.

    Keeps made cards, then the highest. Four to a flush are kept when exchanging one card.

    >>> keep(("W9", "E9", "A7", "F4", "A2"), 2), keep(("W9", "E9", "A7", "F4", "A2"), 4)
    (('W9', 'E9', 'A7'), None)
    """
    made_cards, size = get_made_cards(hand), 5 - count
    if count == 1 and not made_cards and (flush := four_to_a_flush(hand)):
        return flush
    if len(made_cards) > size or (
        made_cards and strength(hand)[0] >= STRAIGHT and count > int(strength(hand)[0] == FOUR)
    ):
        return None
    return (*made_cards, *[card for card in hand if card not in made_cards][: size - len(made_cards)])


def get_amounts(limit: int) -> tuple[int, ...]:
    """Return the bids that are considered: all of them up to five, otherwise five amounts.

    >>> get_amounts(3), get_amounts(8)
    ((1, 2, 3), (1, 2, 3, 5, 8))
    """
    return tuple(range(1, limit + 1)) if limit <= ALL_AMOUNTS_UP_TO else (1, 2, 3, 5, limit)


def round_up(amount: int, amounts: tuple[int, ...]) -> int:
    """Return the amount that an opponent's bid is treated as.

    >>> round_up(4, (1, 2, 3, 5, 8))
    5
    """
    return next(candidate for candidate in amounts if candidate >= amount)


def round_down(amount: int, amounts: tuple[int, ...]) -> int:
    """Return the amount that the bot's own bid is treated as, so that it stays below any raise.

    >>> round_down(4, (1, 2, 3, 5, 8))
    3
    """
    return next(candidate for candidate in reversed(amounts) if candidate <= amount)
