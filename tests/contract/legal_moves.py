"""Every legal move, one by one: what lessons are checked by."""

from collections.abc import Iterator
from itertools import combinations

from games.engine.game import Legal, Move
from games.engine.legal_moves import Amount, Arrange, Choice, Combos, MoveSet, Pick

Cards = tuple[str, ...]


def list_moves(legal: Legal[Move]) -> list[Move]:
    """All that may be chosen or picked, each amount, each way to lay the piles."""
    return [move for part in legal for move in _moves_of(part)]


def _moves_of(part: MoveSet[Move]) -> Iterator[Move]:
    match part:
        case Choice(moves):
            yield from moves
        case Amount(make, name, low, high, step):
            yield from (make(**{name: value}) for value in range(low, high + 1, step))
        case Pick(make, name, cards, low, high):
            picked = (combination for size in range(low, high + 1) for combination in combinations(cards, size))
            yield from (make(**{name: tuple(sorted(hand))}) for hand in picked)
        case Combos(make, name, plays):
            yield from (make(**{name: cards}) for cards in plays)
        case Arrange(make, name, cards, shape, first):
            for piles in list_piles(tuple(sorted(cards)), shape):
                named = [{first: card} for card in ("", *piles[0])] if first else [{}]
                yield from (make(**{name: piles}, **field) for field in named)


def list_piles(cards: Cards, shape: tuple[int, ...]) -> list[tuple[Cards, ...]]:
    """Every way to lay different cards into piles of these sizes.

    >>> list_piles(("1", "2", "3"), (1, 2))
    [(('1',), ('2', '3')), (('2',), ('1', '3')), (('3',), ('1', '2'))]
    """
    if not shape:
        return [()]
    ways = []
    for pile in combinations(cards, shape[0]):
        rest = list(cards)
        for card in pile:
            rest.remove(card)
        ways += [(pile, *rest_piles) for rest_piles in list_piles(tuple(rest), shape[1:])]
    return ways
