"""Numbers as the content of the tables in `games/catalog/lombard/bots`."""

from typing import Any

import numpy as np

from games.catalog.lombard.bots.strategy import WHOLE
from tests.bench.lombard.solver import Strategy
from tests.bench.tables import pack_bytes

DIGITS = "0123456789abcdefghijklmnopqrstuv"  # of levels


def in_parts(shares: np.ndarray) -> np.ndarray:
    """Whole parts along the last axis, `WHOLE` together: the largest remainders are rounded up.

    >>> in_parts(np.array([0.51, 0.26, 0.23])).tolist()
    [10, 5, 5]
    """
    exact = np.round(shares * WHOLE, 6)
    parts = np.floor(exact).astype(np.uint8)
    missing = WHOLE - parts.sum(-1, dtype=int)
    order = np.argsort(np.argsort(parts - exact, axis=-1, kind="stable"), axis=-1, kind="stable")
    return (parts + (order < missing[..., None])).astype(np.uint8)


def rounded(strategy: Strategy) -> Strategy:
    """Return what the bot reads from it."""
    return Strategy(*(in_parts(rows) / WHOLE for rows in vars(strategy).values()))


def make_level_table(levels: np.ndarray) -> list[str]:
    """Return the content of `strong/level_table.json`, of flops x holes."""
    return ["".join([DIGITS[level] for level in column]) for column in levels.T.tolist()]


def make_strategy_table(wins: np.ndarray, hopes: np.ndarray, moves: np.ndarray) -> dict[str, Any]:
    """Return the content of `strategy_table.json`: wins in thousandths, hopes in ten-thousandths, packed moves."""
    hopes = np.clip(np.round(hopes * 10_000), 1, 9_999).astype(int)
    packed = pack_bytes(np.ascontiguousarray(moves, np.uint8).tobytes())
    return {"wins": wins.tolist(), "hopes": hopes.tolist(), "moves": packed}
