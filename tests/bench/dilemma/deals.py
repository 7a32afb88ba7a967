"""Deals with what every hand is worth on every street, against one random hand: what the trained player sees of it.

A board has ten hands, as at the largest table; any two or more of them are a deal.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from games.catalog.dilemma.cards import ranking
from games.catalog.dilemma.metadata import STANDARD as STANDARD_BONUSES
from games.catalog.dilemma.metadata import parse_bonuses

HANDS = 10
WHOLE = 1000
FLOP_RUNS, TURN_RUNS, START_RUNS = 24, 16, 1500  # boards dealt to the end
PART, FIRST_SEED = 200, 100  # boards a seed, and the first of the seeds
ORDER = ranking(False, False)
BONUSES = dict(zip(ORDER.order, parse_bonuses(STANDARD_BONUSES), strict=True))
Pair = tuple[int, int]


class Hand(NamedTuple):
    """By street: the chance at the end and on the cards that lie, in thousandths; the bonus in case it wins."""

    chances: tuple[int, ...]
    now: tuple[int, ...]
    bonuses: tuple[int, ...]
    value: int
    bonus: int


def make_boards(count: int, first_seed: int = FIRST_SEED) -> list[list[Hand]]:
    """That many boards with their hands; a fresh seed for every two hundred."""
    boards = []
    for at in range(count):
        if at % PART == 0:
            random = Random(first_seed + at // PART)
        boards.append(_make_board(random))
    return boards


class _Ranked:
    """All hands on a board of three to five cards."""

    def __init__(self, board: Sequence[int]) -> None:
        self.board = tuple(board)
        rest = [code for code in ORDER.code.values() if code not in self.board]
        self.values = sorted([ORDER.best((first, second, *self.board)) for first, second in combinations(rest, 2)])

    def rate(self, pair: Pair) -> tuple[int, int]:
        """Its chance in thousandths, and its value."""
        value = ORDER.best((*pair, *self.board))
        beaten = bisect_left(self.values, value) + bisect_right(self.values, value)
        return beaten * WHOLE // (2 * len(self.values)), value


def _make_board(random: Random) -> list[Hand]:
    cards = random.sample(list(ORDER.code.values()), 5 + 2 * HANDS)
    board, pairs = cards[:5], list(zip(cards[5::2], cards[6::2], strict=True))
    flop, turn, river = _Ranked(board[:3]), _Ranked(board[:4]), _Ranked(board)
    later = [
        [_Ranked(run) for run in _run_out(board[:size], runs, random)]
        for size, runs in ((3, FLOP_RUNS), (4, TURN_RUNS))
    ]
    return [_make_hand(pair, flop, turn, river, later) for pair in pairs]


def _run_out(board: list[int], count: int, random: Random) -> list[list[int]]:
    rest = [code for code in ORDER.code.values() if code not in board]
    return [board + random.sample(rest, 5 - len(board)) for _ in range(count)]


def _make_hand(pair: Pair, flop: _Ranked, turn: _Ranked, river: _Ranked, later: list[list[_Ranked]]) -> Hand:
    start, flop_end, turn_end = _rate_start(*_start_class(pair)), _average(pair, later[0]), _average(pair, later[1])
    end, value = river.rate(pair)
    bonus = BONUSES[ORDER.category(value)]
    return Hand(
        (start[0], flop_end[0], turn_end[0], end), (start[0], flop.rate(pair)[0], turn.rate(pair)[0], end),
        (start[1], flop_end[1], turn_end[1], bonus), value, bonus,
    )  # fmt: skip


def _average(pair: Pair, boards: Sequence[_Ranked]) -> tuple[int, int]:
    """Over the boards that hold none of its cards: its chance, and the bonus when it wins."""
    chance = bonus = count = 0
    for ranked in boards:
        if pair[0] not in ranked.board and pair[1] not in ranked.board:
            share, value = ranked.rate(pair)
            chance, bonus, count = chance + share, bonus + share * BONUSES[ORDER.category(value)], count + 1
    return (chance // count, bonus // max(1, chance)) if count else (WHOLE // 2, BONUSES["pair"])


def _start_class(pair: Pair) -> tuple[int, int]:
    """One pair of cards for all that differ only by items."""
    names = sorted((name for name, code in ORDER.code.items() if code in pair), key=lambda name: int(name[1:]))
    suited = names[0][0] == names[1][0]
    return ORDER.code["G" + names[0][1:]], ORDER.code[("G" if suited else "F") + names[1][1:]]


@cache
def _rate_start(card: int, other_card: int) -> tuple[int, int]:
    random, rest = (
        Random(card * 1_000_003 + other_card),
        [code for code in ORDER.code.values() if code not in (card, other_card)],
    )
    chance = bonus = 0
    for _ in range(START_RUNS):
        first, second, *board = random.sample(rest, 7)
        own_value, other = ORDER.best((card, other_card, *board)), ORDER.best((first, second, *board))
        share = 2 * (own_value > other) + (own_value == other)
        chance, bonus = chance + share, bonus + share * BONUSES[ORDER.category(own_value)]
    return chance * WHOLE // (2 * START_RUNS), bonus // max(1, chance)
