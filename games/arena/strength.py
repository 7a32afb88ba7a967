"""How strong the levels are, as `manage.py arena --table` has measured it: for pages that offer them.

A level beyond those that every game has is offered at tables at which it was measured, and was the better one.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.arena.players import LESSONS
from games.catalog import registry
from games.engine.game import Game
from games.engine.metadata import Value

STRENGTH_FILE = Path(registry.__file__).with_name("strength.json")
BEGINNER = Game.LEVELS[0]
Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Strength:
    """A level beside the one below it, or the beginner beside who plays as the lessons teach.

    One of `player` wins `percent` of 100 matches among others of level `other`; an equal would win `equal`.
    """

    player: str
    other: str
    seats: int
    percent: int

    @property
    def equal(self) -> int:
        return round(100 / self.seats)


def list_levels(slug: str, seats: int, options: Options) -> tuple[str, ...]:
    """The levels to choose from at such a table, weakest first."""
    known = tuple(registry.get_game(slug).bots)
    return tuple(level for level in known if level not in Game.MORE_LEVELS or _is_better(slug, seats, options, level))


def find_strength(slug: str, seats: int, options: Options, level: str) -> Strength | None:
    """What was measured of a level with the nearest number of seats; None where nothing was."""
    player, other = _get_pair(slug, level)
    cells = [cell for cell in _list_cells(slug, options) if (cell["level"], cell["other"]) == (player, other)]
    cell = min(cells, key=lambda cell: (abs(cell["seats"] - seats), cell["seats"]), default=None)
    return Strength(player, other, cell["seats"], round(cell["wins"] / 10)) if cell else None


def _is_better(slug: str, seats: int, options: Options, level: str) -> bool:
    """Whether it wins more than an equal would, with no fewer and no more seats than those it was measured with."""
    player, other = _get_pair(slug, level)
    cells = [cell for cell in _list_cells(slug, options) if (cell["level"], cell["other"]) == (player, other)]
    better = [cell["seats"] for cell in cells if cell["wins"] * cell["seats"] > 1000]
    return bool(better) and min(better) <= seats <= max(better)


def _get_pair(slug: str, level: str) -> tuple[str, str]:
    """Who is held against whom to say how strong a level is."""
    known = tuple(registry.get_game(slug).bots)
    return (LESSONS, BEGINNER) if level == BEGINNER else (level, known[known.index(level) - 1])


def _list_cells(slug: str, options: Options) -> list[dict[str, Any]]:
    """Those of a game that were measured with these options, or with the usual ones."""
    cells = [cell for cell in read_cells() if cell["game"] == slug and cell["seats"] > 1]
    given = {f"{key}={value}" for key, value in options.items()}
    return [cell for cell in cells if cell["options"] and given.issuperset(cell["options"])] or [
        cell for cell in cells if not cell["options"]
    ]


@cache
def read_cells() -> list[dict[str, Any]]:
    """All that was measured; nothing where that has not been done."""
    if not STRENGTH_FILE.exists():
        return []
    cells: list[dict[str, Any]] = json.loads(STRENGTH_FILE.read_text(encoding="utf-8"))["cells"]
    return cells
