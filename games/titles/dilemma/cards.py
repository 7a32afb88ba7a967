"""The deck of Dilemma Hold'em and how its hands rank at a table. Pure; knows neither state nor view."""

from functools import cache

from games.kit.poker import STANDARD, Category, Ranking

ITEMS = "GFBU"  # grain, finance, biochemistry, fuel: no rank among themselves
NUMBERS = tuple(str(number) for number in range(1, 11))
DECK = tuple(item + number for item in ITEMS for number in NUMBERS)

_SHORT_DECK: tuple[Category, ...] = (*STANDARD[:5], "full-house", "flush", *STANDARD[7:])


@cache
def ranking(one_is_high: bool, flush_beats_full_house: bool) -> Ranking:
    """The order of hands under the table's two options about it.

    >>> usual, other = ranking(False, False), ranking(True, True)
    >>> usual.hand(usual.best(usual.codes("F1 B1 G7 F8 B9 U10 G3".split())))
    Hand(category='pair', ranks=('1', '10', '9', '8'))
    >>> other.hand(other.best(other.codes("F1 B1 G7 F8 B9 U10 G3".split())))
    Hand(category='straight', ranks=('1',))
    """
    numbers = (*NUMBERS[1:], NUMBERS[0]) if one_is_high else NUMBERS
    order = _SHORT_DECK if flush_beats_full_house else STANDARD
    return Ranking(ITEMS, numbers, order=order, wheel=one_is_high)
