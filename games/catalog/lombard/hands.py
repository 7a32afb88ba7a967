"""The deck of Lombard Hold'em, and the strength of two to seven of its cards. Independent of state and view.

Every card has an integer code: the low part has a digit for its number (so the sum of a hand counts equal numbers), the
high part a bit of its own (so the sum also shows which numbers each suit has). Two cached look-ups on that sum, one for
numbers and one for suits, find the strength; with 28 cards there are only a few thousand different keys.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Literal

from games.engine.serialization.values import frozen_dataclass
from games.kit.decks.court import COURT

SUITS = "KNBP"  # knights, nobles, bishops, princes: weak to strong
TOP = 11
DECK = COURT.suited()

Category = Literal[
    "nothing", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush", "royal"
]
CATEGORIES: tuple[Category, ...] = Category.__args__  # type: ignore[attr-defined]
NOTHING, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)
_NUMBERS = (0, 1, 2, 1, 1, 1, 2, 1, 1, 0)  # count of numbers that are compared inside each category

_DIGIT = 3  # bits per number: counts up to seven
_COUNTS = TOP * _DIGIT


def number_of(card: str) -> int:
    """Return the printed number, 1 to 11."""
    return int(card[1:])


def encode_card(card: str) -> int:
    """Return the code of a card, including cards that the deck doesn't have."""
    suit, at = SUITS.index(card[0]), number_of(card) - 1
    return 1 << at * _DIGIT | 1 << _COUNTS + TOP * suit + at


CODE = {card: encode_card(card) for card in DECK}
_RANK = {card: number_of(card) * 4 + SUITS.index(card[0]) for card in DECK}  # rank of single cards: number, then suit
rank_of = _RANK.__getitem__


@frozen_dataclass
class Hand:
    """A hand's category, and the numbers compared inside it, most important first."""

    category: Category
    numbers: tuple[int, ...]


def get_best_hand(cards: Iterable[str]) -> Hand:
    """Return the best hand of up to seven different cards.

    >>> get_best_hand(("P4", "K7", "P6", "B8", "N9", "K11", "N2"))  # two princes stand in for a 10
    Hand(category='straight', numbers=(11,))
    """
    value = strength(encode_cards(cards))
    category = value >> 8
    return Hand(CATEGORIES[category], (value >> 4 & 15, value & 15)[: _NUMBERS[category]])


def get_showdown_key(hole: tuple[str, ...], board: tuple[str, ...]) -> int:
    """Return the key that is compared at the showdown, larger is better; never equal for two players (sheet, hands).

    >>> board = ("K9", "N9", "B5", "K1", "N4")
    >>> get_showdown_key(("B8", "N3"), board) > get_showdown_key(("K8", "N2"), board)
    True
    """
    return get_key_from_code(hole, encode_cards(hole) + encode_cards(board))


def get_higher_card(hole: Sequence[str]) -> str:
    """Return the hole card that decides between equal hands: by number, then suit.

    >>> get_higher_card(("K8", "N8"))
    'N8'
    """
    return max(hole, key=rank_of)


def get_key_from_code(hole: Sequence[str], total: int) -> int:
    """Return the showdown key from the code of all the cards. Faster when dealing many hands."""
    return strength(total) << 6 | max(_RANK[hole[0]], _RANK[hole[1]])


def encode_cards(cards: Iterable[str]) -> int:
    """Return the sum of the cards' codes. Codes of disjoint sets may be added."""
    return sum(CODE[card] for card in cards)


def strength(total: int) -> int:
    """Return category and numbers of the best hand, as `category << 8 | number << 4 | second number`."""
    suits = total >> _COUNTS
    princes = suits >> 3 * TOP
    held = princes.bit_count()
    if held == 3:
        return ROYAL << 8
    best = max(_best_by_numbers(total & _ALL_COUNTS), _best_by_suits(suits, 0))
    if held == 2:
        plain_counts = (total & _ALL_COUNTS) - _PRINCE_COUNTS[princes]
        best = max(best, _best_with_wild(plain_counts), _best_by_suits(suits, 1))
    return best


_ALL_COUNTS = (1 << _COUNTS) - 1
_SUIT = (1 << TOP) - 1


@cache
def _best_by_numbers(counts: int) -> int:
    """Return the best hand by numbers only, from one digit per number."""
    groups = sorted(((counts >> at * _DIGIT & 7, at + 1) for at in range(TOP)), reverse=True)
    (top_count, first), (next_count, second) = groups[:2]
    if top_count == 4:
        return FOUR << 8 | first << 4
    if top_count == 3 and next_count >= 2:
        # of two threes, the lower serves as the pair, unless there is a higher pair
        second = max(number for count, number in groups[1:] if count >= 2)
        return FULL_HOUSE << 8 | first << 4 | second
    if end := _find_straight_end(sum(1 << number - 1 for count, number in groups if count), 5):
        return STRAIGHT << 8 | end << 4
    if top_count == 3:
        return THREE << 8 | first << 4
    if top_count == next_count == 2:
        return TWO_PAIR << 8 | first << 4 | second
    return PAIR << 8 | first << 4 if top_count == 2 else NOTHING


@cache
def _best_with_wild(counts: int) -> int:
    """Return the best hand by numbers, with two princes together counting as any number."""
    return max(_best_by_numbers(counts + (1 << at * _DIGIT)) for at in range(TOP))


def _best_by_suits(suits: int, wild: int) -> int:
    """Return the best flush or straight flush. There aren't enough princes to make one."""
    return max(
        _best_in_suit(suits & _SUIT, wild),
        _best_in_suit(suits >> TOP & _SUIT, wild),
        _best_in_suit(suits >> 2 * TOP & _SUIT, wild),
    )


@cache
def _best_in_suit(numbers: int, wild: int) -> int:
    if numbers.bit_count() + wild < 5:
        return NOTHING
    if end := _find_straight_end(numbers, 5 - wild):
        return STRAIGHT_FLUSH << 8 | end << 4
    return FLUSH << 8 | (TOP if wild else numbers.bit_length()) << 4


def _find_straight_end(numbers: int, needed: int) -> int:
    """Return the top of the highest five consecutive numbers of which at least `needed` are present, or 0."""
    for end in range(TOP, 4, -1):
        if (numbers >> end - 5 & 31).bit_count() >= needed:
            return end
    return 0


# counts of any two princes, by their bits
_PRINCE_COUNTS = {1 << a | 1 << b: 1 << a * _DIGIT | 1 << b * _DIGIT for a, b in combinations(range(TOP), 2)}
