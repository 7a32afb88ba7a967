"""Strategies as the content of `games/catalog/sdc/bots/strategy_table.json`."""

from typing import Any

import numpy as np

from tests.bench.sdc.solver import Stage, Strategy
from tests.bench.tables import pack_bytes

WHOLE = 20


def in_parts(shares: np.ndarray) -> np.ndarray:
    """Whole parts along the first axis, `WHOLE` together where there are any: the largest remainders are rounded up.

    >>> in_parts(np.array([0.51, 0.26, 0.23])).tolist(), in_parts(np.array([0.0, 0.0])).tolist()
    ([10, 5, 5], [0, 0])
    """
    exact = np.round(shares * WHOLE, 6)
    parts = np.floor(exact).astype(np.uint8)
    missing = np.where(shares.sum(0) > 0, WHOLE - parts.sum(0, dtype=int), 0)
    order = np.argsort(np.argsort(parts - exact, axis=0, kind="stable"), axis=0, kind="stable")
    return (parts + (order < missing)).astype(np.uint8)


def rounded(strategy: Strategy) -> Strategy:
    """Return what the bot reads from it."""
    return Strategy(
        in_parts(strategy.opener_draw) / WHOLE, in_parts(strategy.responder_draw) / WHOLE,
        in_parts(strategy.bids) / WHOLE,
        [in_parts(answers) / WHOLE for answers in strategy.answers],
        [np.round(replies * WHOLE) / WHOLE for replies in strategy.replies],
    )  # fmt: skip


def pack(strategy: Strategy, stage: Stage, most_exchanged: int) -> bytes:
    """As `StageTable` reads it: the responder's own count goes before the opener's."""
    cut = slice(0, most_exchanged + 1)
    draws = [in_parts(_or_none(draw))[cut].T for draw in (strategy.opener_draw, strategy.responder_draw)]
    bids = np.moveaxis(in_parts(strategy.bids)[:, cut, cut], 0, -1)
    answers = [np.moveaxis(in_parts(array)[:, cut, cut], 0, -1).swapaxes(0, 1) for array in strategy.answers]
    replies = [np.round(array[:, cut, cut] * WHOLE).astype(np.uint8) for array in strategy.replies]
    return b"".join(np.ascontiguousarray(part).tobytes() for part in (*draws, bids, *answers, *replies))


def _or_none(draw: np.ndarray) -> np.ndarray:
    """Of kinds that were never dealt, which are the best, nothing is exchanged."""
    unknown = np.zeros_like(draw)
    unknown[0] = draw.sum(0) == 0
    return draw + unknown


def make_table(
    bounds: dict[str, tuple[tuple[int, ...], ...]], parts: dict[tuple[str, int, int], bytes]
) -> dict[str, Any]:
    """Return the file's content: the weakest hand of every class but the first, and the parts as packed bytes."""
    packed: dict[str, dict[str, dict[str, list[str]]]] = {}
    for (level, max_exchange, limit), part in parts.items():
        packed.setdefault(level, {}).setdefault(str(max_exchange), {})[str(limit)] = pack_bytes(part)
    return {"bounds": bounds, "parts": packed}
