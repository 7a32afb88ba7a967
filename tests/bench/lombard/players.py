"""Beginner and normal in the smaller game, as strategies that can be measured.

Normal deals cards; here it is modelled as misjudging its level by a little (`estimates`). Flops are sampled, because
its opinion of others depends on them.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from games.catalog.lombard import rules
from games.catalog.lombard.bots.levels import LEVELS, get_levels
from games.catalog.lombard.bots.strategy import ACTIONS, CHANCES
from games.catalog.lombard.bots.tables import get_wins
from games.catalog.lombard.hands import CODE, DECK, TWO_PAIR, strength
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.view import Public
from tests.bench.lombard.cards import CARDS, place
from tests.bench.lombard.chances import EVEN, get_flop
from tests.bench.lombard.estimates import GUESSES, Turn, make_turn, respect
from tests.bench.lombard.solver import Strategy

FLOPS, OPENED = 12, 3  # sampled for normal, and cards opened on each
BEGINNER = np.array([[0.7, 0.3, 0], [0, 1, 0], [0, 0, 1]])  # fold, call, double of nothing, a pair, better
TARGET = 16


def normal_strategy(far: int, seed: int) -> Strategy:
    rng = np.random.default_rng(seed)
    flops = [[DECK[card] for card in rng.permutation(CARDS)[: 3 + OPENED]] for _ in range(FLOPS)]
    public = rules.setup(METADATA.clean_options({}), 2).public
    steps = [[_list_steps(card, tuple(cards[:3])) for card in cards[3:]] for cards in flops]
    parts: list[list[np.ndarray]] = [[], [], []]
    for first, second in np.ndindex(far, far):
        balances = [TARGET - 1 - first, TARGET - 1 - second]
        turns = [list(_list_turns(public, balances, tuple(cards[:3]), cards[3:])) for cards in flops]
        parts[0].append(np.mean([_shares(row[0]) for row in turns], 0))
        parts[1].append(np.mean([_shares(row[1]) for row in turns], 0))
        parts[2].append(_by_step([(step, _shares(turn)) for row, places in zip(turns, steps, strict=True)
                                  for turn, step in zip(row[2:], places, strict=True)]))  # fmt: skip
    return Strategy(*map(np.array, parts))


def _list_turns(public: Public, balances: list[int], flop: tuple[str, ...], opened: list[str]) -> Iterable[Turn]:
    """The first's, the second's after a DOUBLE, and after calls that open these cards."""
    rows, public = get_flop(flop), replace(public, board=flop)
    first, second = balances
    yield make_turn(public, rows, 0, balances, 1, EVEN, [1], 1)
    yield make_turn(public, rows, 1, [first - 2, second], 4, respect(rows.doubled), [0], 0)
    for card in opened:
        yield make_turn(public, rows, 1, [first - 1, second], 2, rows.called[card], [0], 0)


def _shares(turn: Turn) -> np.ndarray:
    """levels x actions."""
    return np.array([turn.weigh(action) for action in ACTIONS]).T / GUESSES


def _list_steps(card: str, flop: tuple[str, ...]) -> np.ndarray:
    """By level, the step of the chance to beat that card and a second one."""
    seconds = list(get_levels(flop)[card].values())
    chance = np.array(get_wins())[:, seconds].mean(1)
    return np.minimum(CHANCES - 1, chance * CHANCES // 1000).astype(int)


def _by_step(pairs: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Averages; of steps that never came, those of the nearest below."""
    total = np.zeros((CHANCES, 3))
    for steps, shares in pairs:
        np.add.at(total, steps, shares)
    for step in range(CHANCES):
        if not total[step].any():
            total[step] = total[step - 1] if step else [1, 0, 0]
    return total / total.sum(1, keepdims=True)


def beginner_strategy(states: int, levels: np.ndarray, second: np.ndarray, chances: np.ndarray, seed: int) -> Strategy:
    """By level, and against a call by what levels the step of the chance comes with."""
    rng, codes = np.random.default_rng(seed), [CODE[card] for card in DECK]
    cards = rng.random((20_000, CARDS)).argpartition(5, axis=1)[:, :5]
    kinds = [min(strength(sum([codes[card] for card in five])) >> 8, TWO_PAIR) for five in cards]
    at = levels[place(np.sort(cards[:, :3], 1)), place(np.sort(cards[:, 3:], 1))]
    by_level = np.zeros((LEVELS, 3)) + 1e-9
    np.add.at(by_level, at, BEGINNER[kinds])
    by_level /= by_level.sum(1, keepdims=True)
    met = np.zeros((CHANCES, LEVELS)) + 1e-9
    np.add.at(met, (chances, second), 1)
    by_chance = met / met.sum(1, keepdims=True) @ by_level
    return Strategy(*(np.broadcast_to(rows, (states, *rows.shape)) for rows in (by_level, by_level, by_chance)))
