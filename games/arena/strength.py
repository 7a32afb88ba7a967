"""Strength of the bot levels, as measured by `manage.py arena --table`, for pages that offer them.

A level that not every game has is offered only for the seat numbers for which it was measured to be better.
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
    """A level compared with the one below it, or the beginner with the player that follows the lessons.

    `player` wins `percent` of 100 matches against players of level `other`.
    """

    player: str
    other: str
    seats: int
    percent: int

    @property
    def equal(self) -> int:
        return round(100 / self.seats)


def list_levels(game_slug: str, seats: int, options: Options) -> tuple[str, ...]:
    """List the levels to choose from at such a table, weakest first."""
    levels = tuple(registry.get_game(game_slug).bots)
    return tuple(
        level for level in levels if level not in Game.MORE_LEVELS or _is_better(game_slug, seats, options, level)
    )


def find_strength(game_slug: str, seats: int, options: Options, level: str) -> Strength | None:
    """Return the strength measured with the nearest number of seats; None if it was not measured."""
    player, other = _get_pair(game_slug, level)
    cells = [cell for cell in _list_cells(game_slug, options) if (cell["level"], cell["other"]) == (player, other)]
    cell = min(cells, key=lambda cell: (abs(cell["seats"] - seats), cell["seats"]), default=None)
    return Strength(player, other, cell["seats"], round(cell["wins"] / 10)) if cell else None


def _is_better(game_slug: str, seats: int, options: Options, level: str) -> bool:
    """Return whether `seats` is within the range of seat numbers for which the level won more than its share."""
    player, other = _get_pair(game_slug, level)
    cells = [cell for cell in _list_cells(game_slug, options) if (cell["level"], cell["other"]) == (player, other)]
    better = [cell["seats"] for cell in cells if cell["wins"] * cell["seats"] > 1000]
    return bool(better) and min(better) <= seats <= max(better)


def _get_pair(game_slug: str, level: str) -> tuple[str, str]:
    """Return the level's player and the one that it is compared with."""
    levels = tuple(registry.get_game(game_slug).bots)
    return (LESSONS, BEGINNER) if level == BEGINNER else (level, levels[levels.index(level) - 1])


def _list_cells(game_slug: str, options: Options) -> list[dict[str, Any]]:
    """List the game's cells measured with these options; if there are none, those with the default options."""
    cells = [cell for cell in read_cells() if cell["game"] == game_slug and cell["seats"] > 1]
    chosen_options = {f"{key}={value}" for key, value in options.items()}
    return [cell for cell in cells if cell["options"] and chosen_options.issuperset(cell["options"])] or [
        cell for cell in cells if not cell["options"]
    ]


@cache
def read_cells() -> list[dict[str, Any]]:
    """Return all measured cells; none if the file doesn't exist."""
    if not STRENGTH_FILE.exists():
        return []
    cells: list[dict[str, Any]] = json.loads(STRENGTH_FILE.read_text(encoding="utf-8"))["cells"]
    return cells
