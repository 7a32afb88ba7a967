"""Cards, and the ranking of hands without draws (rules sheet, 4).

A card is the suit letter and the rank, e.g. "W10", "FQ". Suits, strong to weak: W(ind, yellow), F(ire, red), A(qua,
blue), E(arth, green). A hand's strength is a tuple that starts with its category; the larger one wins, and two hands
without a common card are never equal. Each category has one criterion only: there are no kickers.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

SUITS = "EAFW"  # weak to strong
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK = tuple(suit + rank for suit in reversed(SUITS) for rank in RANKS)

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)

_CARD = {suit + rank: (number, SUITS.index(suit) + 1) for suit in SUITS for number, rank in enumerate(RANKS, 2)}
Strength = tuple[int, ...]


def number_of(card: str) -> int:
    """Return 2 to 14; J is 11, Q 12, K 13, A 14.

    >>> number_of("FQ"), number_of("EA")
    (12, 14)
    """
    return _CARD[card][0]


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort the strongest card first: by number, then suit.

    >>> sort_cards(["E5", "W2", "A5", "FA"])
    ('FA', 'A5', 'E5', 'W2')
    """
    return tuple(sorted(cards, key=_CARD.__getitem__, reverse=True))


def count_numbers(cards: Iterable[str]) -> list[tuple[int, int]]:
    """Return (count, number) of the numbers held, the most frequent first, then the higher.

    >>> count_numbers(["W6", "A6", "F4", "A4", "E8"])
    [(2, 6), (2, 4), (1, 8)]
    """
    numbers = [_CARD[card][0] for card in cards]
    return sorted([(numbers.count(number), number) for number in set(numbers)], reverse=True)


def get_straight_end(numbers: Sequence[int]) -> int:
    """Return the last number of the straight that five different descending numbers form, 0 if none. A is high or low.

    >>> get_straight_end([14, 13, 12, 11, 10]), get_straight_end([14, 5, 4, 3, 2]), get_straight_end([14, 13, 12, 3, 2])
    (14, 5, 0)
    """
    if numbers[0] - numbers[4] == 4:
        return numbers[0]
    return 5 if tuple(numbers) == (14, 5, 4, 3, 2) else 0


def strength(hand: Sequence[str]) -> Strength:
    """Return what decides between hands of five cards: the category, then its one criterion.

    >>> strength(["FJ", "AJ", "FQ", "E4", "E10"]), strength(["WA", "F4", "A6", "A7", "EQ"])
    ((1, 11, 0), (0, 14, 4))
    """
    held = count_numbers(hand)
    if len(held) == 5:
        return _five_numbers(hand)
    (first, number), (second, _) = held[0], held[1]
    if first == 4:
        return (FOUR, number)
    if first == 3:
        return (FULL_HOUSE if second == 2 else THREE, number)
    pair_has_wind = int("W" + RANKS[number - 2] in hand)
    return (TWO_PAIR if second == 2 else ONE_PAIR, number, pair_has_wind)


def describe_cards(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the category of up to five cards, then the numbers that name it; () for no cards.

    >>> describe_cards(["WK", "EK", "A4"]), describe_cards(["FJ", "AJ", "FQ", "EQ", "E10"]), describe_cards([])
    ((1, 13), (2, 12, 11), ())
    """
    if not cards:
        return ()
    if len(cards) == 5 and (category := strength(cards)[0]) in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH):
        return (category,)
    (first, number), (second, other) = (*count_numbers(cards), (0, 0))[:2]
    if first == 3 and second == 2:
        return (FULL_HOUSE, number, other)
    if first == second == 2:
        return (TWO_PAIR, number, other)
    return ((HIGH_CARD, ONE_PAIR, THREE, FOUR)[first - 1], number)


def _five_numbers(hand: Sequence[str]) -> Strength:
    cards = sorted((_CARD[card] for card in hand), reverse=True)
    end = get_straight_end([number for number, _ in cards])
    top, suit = cards[0]
    if len({suit for _, suit in cards}) == 1:
        if end:
            return (ROYAL_FLUSH, suit) if end == 14 else (STRAIGHT_FLUSH, suit, end)
        return (FLUSH, suit, top)
    if end:
        return (STRAIGHT, end, next(suit for number, suit in cards if number == end))
    return (HIGH_CARD, top, suit)


By = Literal["category", "number", "suit", "wind"]
_CRITERIA: tuple[tuple[By, ...], ...] = (  # of each category, in order of comparison
    ("number", "suit"), ("number", "wind"), ("number", "wind"), ("number",), ("number", "suit"), ("suit", "number"),
    ("number",), ("number",), ("suit", "number"), ("suit",),
)  # fmt: skip


class HandComparison(NamedTuple):
    """The better of two hands and the reason.

    `by` is the criterion; `first` and `second` are its values (category, rank or suit), the better hand's first.
    """

    better: int
    by: By
    first: str | int
    second: str | int


def compare_hands(hands: Sequence[Sequence[str]]) -> HandComparison:
    """Return which of two hands is better, whether or not one was dropped, and why.

    >>> compare_hands((["WA", "F4", "A6", "A7", "EQ"], ["FA", "F3", "A5", "A2", "EJ"]))
    HandComparison(better=0, by='suit', first='W', second='F')
    """
    keys = [strength(hand) for hand in hands]
    better = keys.index(max(keys))
    first, second = keys[better], keys[1 - better]
    at = next(at for at, (value, other_value) in enumerate(zip(first, second, strict=False)) if value != other_value)
    if at == 0:
        return HandComparison(better, "category", first[0], second[0])
    by = _CRITERIA[first[0]][at - 1]
    return HandComparison(
        better, by, *[SUITS[key[at] - 1] if by == "suit" else _rank(key[at]) for key in (first, second)]
    )


def _rank(number: int) -> str:
    return RANKS[number - 2] if number > 1 else ""


def get_counting_cards(hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that make the hand; no others are compared.

    >>> get_counting_cards(["WA", "F4", "A4", "A7", "EQ"]), get_counting_cards(["WA", "F4", "A6", "A7", "EQ"])
    (('F4', 'A4'), ('WA',))
    """
    held = count_numbers(hand)
    if len(held) == 5:
        return sort_cards(hand)[: 1 if strength(hand)[0] == HIGH_CARD else 5]
    several = {number for count, number in held if count > 1}
    return tuple(card for card in hand if number_of(card) in several)
