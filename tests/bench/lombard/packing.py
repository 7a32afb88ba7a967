"""Numbers as the text of Python modules in `games/catalog/lombard/bots`."""

from base64 import b85encode
from textwrap import fill
from zlib import compress

import numpy as np

from games.catalog.lombard.bots.strategy import WHOLE
from tests.bench.lombard.solver import Strategy

WIDTH = 116
HEAD = '"""Made by `python -m tests.bench.lombard`; see `games.catalog.lombard.bots.{}`. Not to be edited."""\n\n'


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


def pack(numbers: np.ndarray) -> str:
    """Bytes, zlib, base 85."""
    text = b85encode(compress(np.ascontiguousarray(numbers, np.uint8).tobytes(), 9)).decode()
    return "\n".join(text[at : at + WIDTH] for at in range(0, len(text), WIDTH))


def write_level_module(levels: np.ndarray) -> str:
    """The whole of `level_table.py`, of flops x holes."""
    return HEAD.format("levels") + f'TABLE = """\\\n{pack(levels.T)}\n"""\n'


def write_strategy_module(wins: np.ndarray, hopes: np.ndarray, moves: np.ndarray) -> str:
    """The whole of `strategy_table.py`."""
    in_whole = np.clip(np.round(hopes * 10_000), 1, 9_999).astype(int)
    return (
        HEAD.format("strategy") + "# fmt: off\n"
        f"# How often each level beats each other, in thousandths.\nWINS = {_rows(wins)}\n\n"
        "# By what the first and the second to act still need: how often the first wins, in ten-thousandths.\n"
        f"HOPES = {_rows(in_whole)}\n\n"
        f'# Strong\'s moves: zlib in base 85.\nMOVES = """\\\n{pack(moves)}\n"""\n'
    )


def _rows(table: np.ndarray) -> str:
    rows = (
        fill(f"({', '.join(map(str, row))}),", WIDTH, initial_indent="    ", subsequent_indent="     ") for row in table
    )
    return "(\n" + "\n".join(rows) + "\n)"
