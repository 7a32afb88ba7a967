"""What `strategy_table.json` holds: chances at a table for two, and strong's moves there."""

from functools import cache
from typing import Any

from games.kit.bot_tables import read_table, unpack_bytes


def get_wins() -> list[list[int]]:
    """Return how often each level beats each other, in thousandths."""
    wins: list[list[int]] = _read_table()["wins"]
    return wins


def get_hopes() -> list[list[int]]:
    """Return how often the first to act wins, in ten-thousandths, by the coins both need, its own first."""
    hopes: list[list[int]] = _read_table()["hopes"]
    return hopes


@cache
def get_moves() -> bytes:
    """Return strong's moves, as `strategy` describes them."""
    return unpack_bytes(_read_table()["moves"])


@cache
def _read_table() -> dict[str, Any]:
    table: dict[str, Any] = read_table("games.catalog.lombard", "strategy_table.json")
    return table
