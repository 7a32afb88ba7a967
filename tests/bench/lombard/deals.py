"""Rounds dealt to two, as the smaller game sees them: levels, who wins, what a call shows. One number a deal each."""

from dataclasses import dataclass

import numpy as np

from games.catalog.lombard.bots.levels import LEVELS
from games.catalog.lombard.bots.strategy import CHANCES
from tests.bench.lombard.cards import CARDS, NUMBER, PRINCE, RANK, place

CHUNK = 250_000


@dataclass
class Deals:
    """`chances`: the second player's step of the chance to beat the card that the first one would open."""

    first: np.ndarray
    second: np.ndarray
    first_wins: np.ndarray
    chances: np.ndarray


def sample_cards(count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Two hole cards each, the flop, two more."""
    nine = rng.random((count, CARDS)).argpartition(9, axis=1)[:, :9]
    nine = rng.permuted(nine, axis=1)
    return nine[:, :2], nine[:, 2:4], nine[:, 4:7], nine[:, 7:]


def count_level_wins(levels: np.ndarray, sevens: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Return how often each level beats each other, in thousandths."""
    met, won = np.zeros((LEVELS, LEVELS)), np.zeros((LEVELS, LEVELS))
    rng = np.random.default_rng(seed)
    for _ in range(0, count, CHUNK):
        first_hole, second_hole, flop, runout = sample_cards(CHUNK, rng)
        at, places = _place(flop), (_place(first_hole), _place(second_hole))
        pair = levels[at, places[0]], levels[at, places[1]]
        np.add.at(met, pair, 1)
        np.add.at(won, pair, _wins(first_hole, second_hole, flop, runout, sevens))
    both, wins = met + met.T, won + (met - won).T
    permille: np.ndarray = np.round(1000 * (wins + 2) / (both + 4)).astype(int)
    return permille


def sample_deals(levels: np.ndarray, sevens: np.ndarray, wins: np.ndarray, count: int, seed: int) -> Deals:
    rng, parts = np.random.default_rng(seed), []
    for _ in range(0, count, CHUNK):
        first_hole, second_hole, flop, runout = sample_cards(CHUNK, rng)
        at = _place(flop)
        first, second = levels[at, _place(first_hole)], levels[at, _place(second_hole)]
        opened = np.take_along_axis(first_hole, _choose_card_to_open(first_hole, flop)[:, None], 1)[:, 0]
        chance = _chance(at, opened, flop, second_hole, second, levels, wins)
        parts.append((first, second, _wins(first_hole, second_hole, flop, runout, sevens), chance))
    return Deals(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _place(cards: np.ndarray) -> np.ndarray:
    return place(np.sort(cards, -1))


def _wins(
    first_hole: np.ndarray, second_hole: np.ndarray, flop: np.ndarray, runout: np.ndarray, sevens: np.ndarray
) -> np.ndarray:
    keys = [
        sevens[_place(np.concatenate([hole, flop, runout], 1))] * 32 + RANK[hole].max(1)
        for hole in (first_hole, second_hole)
    ]
    first_wins: np.ndarray = keys[0] > keys[1]
    return first_wins


def _choose_card_to_open(hole: np.ndarray, flop: np.ndarray) -> np.ndarray:
    """As `opening.choose_card_to_open`."""
    on_board = (NUMBER[hole][:, :, None] == NUMBER[flop][:, None]).any(2)
    return np.argmin(PRINCE[hole] * 1000 + on_board * 100 + NUMBER[hole], 1)


def _chance(
    at: np.ndarray, opened: np.ndarray, flop: np.ndarray, own_hole: np.ndarray, level: np.ndarray, levels: np.ndarray,
    wins: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """As `strategy.get_chance`."""
    total, count = np.zeros(len(at), int), np.zeros(len(at), int)
    for card in range(CARDS):
        free = (opened != card) & (flop != card).all(1) & (own_hole != card).all(1)
        pair = place(np.stack([np.minimum(opened, card), np.maximum(opened, card)], -1))
        total += np.where(free, wins[level, levels[at, np.where(free, pair, 0)]], 0)
        count += free
    return np.minimum(CHANCES - 1, total * CHANCES // (1000 * count))
