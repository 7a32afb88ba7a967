"""All hands of all flops, counted: how often two hole cards win against two unseen ones. Rows of numbers; a card is
its place in `DECK`, a set of cards its place among all sets of that size.
"""

from itertools import combinations
from math import comb

import numpy as np

from games.catalog.lombard.bots.levels import FLOPS, HOLES, LEVELS
from games.catalog.lombard.hands import CODE, DECK, number_of, rank_of, strength

CARDS = len(DECK)
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(CARDS + 1)], dtype=np.int64)
SHOWDOWNS = comb(23, 2) * comb(21, 2)  # runouts, and hands of one other player
CHUNK = 4000  # boards at a time
NUMBER = np.array([number_of(card) for card in DECK])
PRINCE = np.array([card[0] == "P" for card in DECK])
RANK = np.argsort(np.argsort([rank_of(card) for card in DECK]))  # of a single card, 0 the lowest


def place(cards: np.ndarray) -> np.ndarray:
    """Among all sets of that many cards; the cards ascend along the last axis."""
    index: np.ndarray = sum(CHOOSE[cards[..., at], at + 1] for at in range(cards.shape[-1]))  # type: ignore[assignment]
    return index


def rank_sevens() -> np.ndarray:
    """By the place of seven cards: their best hand, the weakest being 0."""
    codes = [CODE[card] for card in DECK]
    values = np.zeros(comb(CARDS, 7), dtype=np.int32)
    for seven in combinations(range(CARDS), 7):
        values[sum([comb(card, at + 1) for at, card in enumerate(seven)])] = strength(sum([codes[i] for i in seven]))
    return np.unique(values, return_inverse=True)[1].astype(np.int32)


def count_wins(sevens: np.ndarray) -> np.ndarray:
    """flops x holes: of `SHOWDOWNS`, how many two hole cards win; 0 where a card would lie twice."""
    boards = np.array(list(combinations(range(CARDS), 5)))
    won = np.zeros((FLOPS, comb(CARDS, 2)), dtype=np.int64)
    for start in range(0, len(boards), CHUNK):
        board = boards[start : start + CHUNK]
        holes, beaten = _count_on_boards(board, sevens)
        for three in combinations(range(5), 3):
            flop = np.broadcast_to(place(board[:, list(three)])[:, None], holes.shape)
            np.add.at(won, (flop, holes), beaten)
    return won


def _count_on_boards(board: np.ndarray, sevens: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For five cards each: the places of all hole cards, and how many of the hands without these cards they beat."""
    count, low, high = len(board), *np.triu_indices(23, 1)
    free = np.ones((count, CARDS), bool)
    np.put_along_axis(free, board, values=False, axis=1)
    rest = np.nonzero(free)[1].reshape(count, 23)
    first, second = rest[:, low], rest[:, high]
    repeated_board = np.repeat(board[:, None], len(low), 1)
    seven = np.sort(np.concatenate([repeated_board, first[..., None], second[..., None]], -1), -1)
    key = sevens[place(seven)] * 32 + np.maximum(RANK[first], RANK[second])
    by_card = np.full((count * 23, 23), -1)
    row = np.arange(count)[:, None] * 23
    by_card[row + low, high] = by_card[row + high, low] = key
    same = _count_below(by_card, key, row + low) + _count_below(by_card, key, row + high) - 2  # less the -1 of each
    return place(np.stack([first, second], -1)), _count_below(key, key, np.arange(count)[:, None]) - same


def _count_below(rows: np.ndarray, keys: np.ndarray, of: np.ndarray) -> np.ndarray:
    """Return how many of the numbers in row `of` are smaller than each key."""
    apart = 1 << 24
    ordered = np.sort(rows, 1) + np.arange(len(rows))[:, None] * apart
    return np.searchsorted(ordered.ravel(), keys + of * apart) - of * rows.shape[1]


def list_levels(won: np.ndarray) -> np.ndarray:
    """flops x holes in `LEVELS` equal steps of the chance to win."""
    return np.minimum(won * LEVELS // SHOWDOWNS, LEVELS - 1).astype(np.uint8)


def without_flop(levels: np.ndarray) -> np.ndarray:
    """flops x `HOLES`: any two of the 25 other cards, in the order of `combinations`."""
    hole_levels = np.zeros((FLOPS, HOLES), np.uint8)
    first, second = np.triu_indices(25, 1)
    for flop in combinations(range(CARDS), 3):
        rest = np.array([card for card in range(CARDS) if card not in flop])
        at = place(np.array(flop))
        hole_levels[at] = levels[at, place(np.stack([rest[first], rest[second]], -1))]
    return hole_levels
