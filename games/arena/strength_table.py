"""Results of the cells: the file that pages read, and the table in `docs/bots.md`."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.arena.cells import Cell
from games.arena.chunks import BINS, Chunk, Row
from games.arena.ratings import rate_players
from games.arena.statistics import wilson
from games.engine.game import Game

LEVELS = (*Game.LEVELS, *Game.MORE_LEVELS)
Plain = dict[str, Any]
Setting = tuple[str, tuple[str, ...], int]  # game, options, seats


@dataclass(slots=True)
class CellResult:
    """The results of a cell so far, and by player the number and times (in microseconds) of its choices."""

    cell: Cell
    matches: int = 0
    wins: float = 0.0
    places: list[tuple[tuple[str, ...], list[int]]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    micros: Counter[str] = field(default_factory=Counter)
    bins: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, row: Row) -> None:
        self.faults += row["faults"]
        for match in row["matches"]:
            self.matches += 1
            if not match["places"]:
                self.faults.append(f"{self.cell.key}: a match did not end")
                continue
            seat, winners = match["seat"], match["winners"]
            self.wins += 1 / len(winners) if seat in winners else 0
            levels = tuple(self.cell.level if at == seat else self.cell.other for at in range(self.cell.seats))
            self.places.append((levels, match["places"]))
        for level, times in row["times"].items():
            self.counts[level] += times["count"]
            self.micros[level] += times["microseconds"]
            self.bins[level].update({int(name): count for name, count in times["bins"].items()})

    def to_plain(self, seed: int) -> Plain:
        """Return shares in thousandths, with their 95 % interval; the level's times are in microseconds."""
        low, high = wilson(self.wins, self.matches)
        level, cell = self.cell.level, self.cell
        return {
            "game": cell.slug, "options": list(cell.options), "seats": cell.seats, "level": level, "other": cell.other,
            "seed": seed, "matches": self.matches, "wins": _thousandths(self.wins / max(1, self.matches)),
            "low": _thousandths(low), "high": _thousandths(high),
            "mean_us": self.micros[level] // max(1, self.counts[level]), "p99_us": self._quantile(level, 0.99),
        }  # fmt: skip

    def _quantile(self, level: str, share: float) -> int:
        left = share * self.counts[level]
        for name in sorted(self.bins[level]):
            left -= self.bins[level][name]
            if left <= 0:
                return round(2 ** (name / BINS))
        return 0


def add_up(chunks: Sequence[Chunk], rows: Sequence[Row]) -> list[CellResult]:
    """Sum up the chunks' results by cell, in the order of the cells."""
    results: dict[Cell, CellResult] = {}
    for chunk, row in zip(chunks, rows, strict=True):
        results.setdefault(chunk.cell, CellResult(chunk.cell)).add(row)
    return list(results.values())


def describe_results(results: Sequence[CellResult], seed: int) -> Plain:
    """Return the content of the file."""
    ratings = []
    for (slug, options, seats), found in _group(results).items():
        if seats > 1:
            rated = rate_players(_take_turns(found))
            plain = {player: [round(10 * mu), round(10 * sigma)] for player, (mu, sigma) in sorted(rated.items())}
            ratings.append({"game": slug, "options": list(options), "seats": seats, "tenths": plain})
    return {"cells": [result.to_plain(seed) for result in results], "ratings": ratings}


def merge_games(before: Plain, found: Plain, slugs: Sequence[str]) -> Plain:
    """Return the new results and, for games that weren't measured, the previous ones, in the order of `slugs`."""
    games = {cell["game"] for cell in found["cells"]}
    merged: Plain = {}
    for part in ("cells", "ratings"):
        kept = [one for one in before.get(part, ()) if one["game"] not in games and one["game"] in slugs]
        merged[part] = sorted([*kept, *found[part]], key=lambda one: slugs.index(one["game"]))
    return merged


def write_json(plain: Plain) -> str:
    """Format with one entry per line, so that diffs are readable."""
    parts = [
        f'"{part}": [\n' + ",\n".join(json.dumps(one, sort_keys=True) for one in plain[part]) + "\n]"
        for part in ("cells", "ratings")
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _group(results: Sequence[CellResult]) -> dict[Setting, list[CellResult]]:
    groups = defaultdict(list)
    for result in results:
        groups[result.cell.slug, result.cell.options, result.cell.seats].append(result)
    return groups


def _take_turns(results: Sequence[CellResult]) -> Iterator[tuple[tuple[str, ...], list[int]]]:
    """Yield the matches of all cells in turn, because ratings depend on the order."""
    for at in range(max(len(result.places) for result in results)):
        yield from (result.places[at] for result in results if at < len(result.places))


def _thousandths(share: float) -> int:
    return round(1000 * share)


# --- the table in the documentation -----------------------------------------------------------------------------------

HEADS = (
    ("normal", "beginner"), ("strong", "normal"), ("strong", "beginner"),
    ("lessons", "beginner"), ("random", "beginner"),
)  # fmt: skip


def write_markdown(plain: Plain) -> str:
    """Format the measured cells: shares with their intervals, then times and ratings of every level."""
    cells = {(_name(cell), cell["level"], cell["other"]): cell for cell in plain["cells"]}
    names = dict.fromkeys(name for name, *_ in cells)
    return "\n".join([*_shares(cells, names), "", *_alone(cells, names), "", *_speeds(plain, names)]) + "\n"


def _name(cell: Plain) -> tuple[str, int]:
    return " ".join((cell["game"], *(text.split("=", 1)[1] for text in cell["options"]))), cell["seats"]


Cells = dict[tuple[tuple[str, int], str, str], Plain]
Names = dict[tuple[str, int], None]


def _shares(cells: Cells, names: Names) -> Iterator[str]:
    yield f"| Game | Seats | Equal | {' | '.join(f'{level} v. {other}' for level, other in HEADS)} |"
    yield f"|{'---|' * (3 + len(HEADS))}"
    for name, seats in names:
        if seats > 1:
            shown = [_share(cells.get(((name, seats), *head))) for head in HEADS]
            yield f"| {name} | {seats} | {100 / seats:.1f} | {' | '.join(shown)} |"


def _alone(cells: Cells, names: Names) -> Iterator[str]:
    players = (*LEVELS, "lessons", "random")
    yield f"| Against the house | {' | '.join(players)} |"
    yield f"|{'---|' * (1 + len(players))}"
    for name, seats in names:
        if seats == 1:
            yield f"| {name} | {' | '.join(_share(cells.get(((name, 1), player, ''))) for player in players)} |"


def _share(cell: Plain | None) -> str:
    return f"{cell['wins'] / 10:.1f} ({cell['low'] / 10:.1f}–{cell['high'] / 10:.1f})" if cell else ""


def _speeds(plain: Plain, names: Names) -> Iterator[str]:
    rated = {_name(one): one["tenths"] for one in plain["ratings"]}
    times = {(_name(cell), cell["level"]): cell for cell in reversed(plain["cells"])}  # against the next weaker one
    players = ("random", "lessons", *LEVELS)
    yield f"| Game | Seats | {' | '.join(f'Rating: {one}' for one in players)} | ms: normal | ms: strong |"
    yield f"|{'---|' * (4 + len(players))}"
    for name in names:
        if name in rated:
            skills = [_rating(rated[name].get(player)) for player in players]
            spent = [_milliseconds(times.get((name, level))) for level in ("normal", "strong")]
            yield f"| {name[0]} | {name[1]} | {' | '.join((*skills, *spent))} |"


def _rating(tenths: list[int] | None) -> str:
    return f"{tenths[0] / 10:.1f} ± {tenths[1] / 5:.1f}" if tenths else ""


def _milliseconds(cell: Plain | None) -> str:
    return f"{cell['mean_us'] / 1000:.2f}, p99 {cell['p99_us'] / 1000:.2f}" if cell else ""
