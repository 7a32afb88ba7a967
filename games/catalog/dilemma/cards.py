"""The deck of Dilemma Hold'em, and the ranking of its hands at a table. Independent of state and view."""

from functools import cache
from itertools import combinations

from games.kit.poker_hands import STANDARD, Category, Hand, Ranking

ITEMS = "GFBU"  # grain, finance, biochemistry, fuel: not ranked
NUMBERS = tuple(str(number) for number in range(1, 11))
DECK = tuple(item + number for item in ITEMS for number in NUMBERS)

_SHORT_DECK: tuple[Category, ...] = (*STANDARD[:5], "full-house", "flush", *STANDARD[7:])


@cache
def ranking(one_is_high: bool, flush_beats_full_house: bool) -> Ranking:
    """Return the ranking of hands under the table's two options for it.

    >>> usual, other = ranking(False, False), ranking(True, True)
    >>> usual.hand(usual.best(usual.codes("F1 B1 G7 F8 B9 U10 G3".split())))
    Hand(category='pair', ranks=('1', '10', '9', '8'))
    >>> other.hand(other.best(other.codes("F1 B1 G7 F8 B9 U10 G3".split())))
    Hand(category='straight', ranks=('1',))
    """
    numbers = (*NUMBERS[1:], NUMBERS[0]) if one_is_high else NUMBERS
    order = _SHORT_DECK if flush_beats_full_house else STANDARD
    return Ranking(ITEMS, numbers, order=order, has_wheel=one_is_high)


def find_best_five(order: Ranking, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the five cards that make the best hand, side cards included.

    >>> find_best_five(ranking(False, False), tuple("F1 B1 G7 F8 B9 U10 G3".split()))
    ('F1', 'B1', 'F8', 'B9', 'U10')
    """
    best = order.best(order.codes(cards))
    return next(five for five in combinations(cards, 5) if order.best(order.codes(five)) == best)


# Number of ranks that name the hand; the ranks after them are side cards.
_NAMED = {"two-pair": 2, "full-house": 2}


def side_cards(hand: Hand, other: Hand) -> tuple[str, ...]:
    """Return the ranks of the first side cards that differ; empty unless side cards decide.

    >>> side_cards(Hand("pair", ("8", "10", "7", "2")), Hand("pair", ("8", "10", "6", "5")))
    ('7', '6')
    """
    named = _NAMED.get(hand.category, 1)
    if hand.category != other.category or hand.ranks[:named] != other.ranks[:named]:
        return ()
    return next((pair for pair in zip(hand.ranks, other.ranks, strict=True) if pair[0] != pair[1]), ())
