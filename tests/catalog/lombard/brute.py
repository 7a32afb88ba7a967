"""The hands of Lombard Hold'em once more, the literal way: every five of the cards, every card the wild may be."""

from collections import Counter
from itertools import combinations

Card = tuple[str, int]
Named = tuple[int, tuple[int, ...]]


def best(cards: tuple[str, ...]) -> Named:
    """Category (9 royal … 0 nothing) and the numbers compared, of five to seven cards as printed."""
    split = [(card[0], int(card[1:])) for card in cards]
    princes = [card for card in split if card[0] == "P"]
    if len(princes) == 3:
        return 9, ()
    values = [_five(five) for five in combinations(split, 5)]
    if len(princes) == 2:
        plain_cards = [card for card in split if card[0] != "P"]
        wilds = [(suit, number) for suit in "KNBP" for number in range(1, 12)]
        values += [
            _five((*four, wild)) for four in combinations(plain_cards, min(4, len(plain_cards))) for wild in wilds
        ]
    return max(values)


def showdown_key(hole: tuple[str, str], board: tuple[str, ...]) -> tuple[int, tuple[int, ...], int, int]:
    number, suit = max((int(card[1:]), "KNBP".index(card[0])) for card in hole)
    return *best((*hole, *board)), number, suit


def _five(cards: tuple[Card, ...]) -> Named:
    """At most five cards; straights and flushes need all five."""
    numbers = sorted(number for _, number in cards)
    counts = Counter(numbers)
    by_count = {count: sorted((n for n, c in counts.items() if c == count), reverse=True) for count in (2, 3, 4)}
    straight = numbers == list(range(numbers[0], numbers[0] + 5))
    flush = len(cards) == 5 and len({suit for suit, _ in cards}) == 1
    if straight and flush:
        return 8, (numbers[-1],)
    if by_count[4]:
        return 7, (by_count[4][0],)
    if by_count[3] and by_count[2]:
        return 6, (by_count[3][0], by_count[2][0])
    if flush:
        return 5, (numbers[-1],)
    if straight:
        return 4, (numbers[-1],)
    if by_count[3]:
        return 3, (by_count[3][0],)
    if len(by_count[2]) == 2:
        return 2, (by_count[2][0], by_count[2][1])
    return (1, (by_count[2][0],)) if by_count[2] else (0, ())
