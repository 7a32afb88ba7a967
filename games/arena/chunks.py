"""A table's matches in small pieces, which several processes play and a file keeps, so that a long run can go on.

A piece is known by what decides it: its cell, seed and deals, and the code that plays it. What it comes to is the same
whenever and wherever it is played, but for the stop-watch.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from hashlib import sha256
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from games.arena.cells import Cell
from games.arena.match import MatchResult

GAMES = Path(__file__).parents[1]
CHUNK_MATCHES = 10  # about so many
PLAYING = ("match.py", "players.py", "tournament.py")
BINS = 16  # of decisions' times, for every doubling: a quantile is right to 4 %
Row = dict[str, Any]  # as the file keeps a chunk's result


class Chunk(NamedTuple):
    """Deals `first` … `last - 1` of a cell."""

    cell: Cell
    seed: int
    first: int
    last: int

    @property
    def key(self) -> str:
        return f"{self.cell.key}|seed {self.seed}|deals {self.first}-{self.last}|{hash_code(self.cell.slug)}"


def split_cells(cells: Sequence[Cell], matches: int, seed: int) -> list[Chunk]:
    """Every cell's matches, rounded up so that every deal goes round."""
    chunks = []
    for cell in cells:
        deals, size = -(-matches // cell.seats), max(1, CHUNK_MATCHES // cell.seats)
        chunks += [Chunk(cell, seed, first, min(deals, first + size)) for first in range(0, deals, size)]
    return chunks


def play_chunk(chunk: Chunk) -> Row:
    """Its matches: places and winners by seat, and who sat where; how long the players' choices took."""
    tournament = chunk.cell.create_tournament(1, chunk.seed)
    times: dict[str, dict[str, Any]] = {}
    matches, faults = [], list[str]()
    for seat, played in tournament.play_matches(range(chunk.first, chunk.last)):
        faults += played.faults
        standing = played.standing
        matches.append({
            "seat": seat,
            "places": list(standing.places) if standing else [],
            "winners": list(standing.winners) if standing else [],
        })  # fmt: skip
        _add_times(times, tournament.levels(seat), played)
    return {"chunk": chunk.key, "matches": matches, "times": times, "faults": faults}


def _add_times(times: dict[str, dict[str, Any]], levels: Sequence[str], played: MatchResult) -> None:
    for level, seconds in zip(levels, played.seconds, strict=True):
        total = times.setdefault(level, {"count": 0, "microseconds": 0, "bins": {}})
        for second in seconds:
            micros = max(1, round(second * 1_000_000))
            name = str(round(BINS * log2(micros)))
            total["count"] += 1
            total["microseconds"] += micros
            total["bins"][name] = total["bins"].get(name, 0) + 1


@cache
def hash_code(slug: str) -> str:
    """What the results depend on: engine, kit, the game, and how the arena plays."""
    folders = [GAMES / name for name in ("engine", "kit", f"catalog/{slug}")]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    digest = sha256()
    for path in sorted([*paths, *(GAMES / "arena" / name for name in PLAYING)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def play_chunks(chunks: Sequence[Chunk], jobs: int, kept: Path | None, tell: Callable[[int, int], None]) -> list[Row]:
    """All results in the order of `chunks`: what the file keeps, and the rest played now and kept there.

    `tell` hears how many there are after each.
    """
    done = _read(kept)
    missing = [chunk for chunk in chunks if chunk.key not in done]
    tell(len(chunks) - len(missing), len(chunks))
    for row in _play(missing, jobs):
        done[row["chunk"]] = row
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, sort_keys=True) + "\n")
        tell(sum(chunk.key in done for chunk in chunks), len(chunks))
    return [done[chunk.key] for chunk in chunks]


def _read(kept: Path | None) -> dict[str, Row]:
    """The kept results. What a killed run has left half-written is played again."""
    if kept is None or not kept.exists():
        return {}
    text = kept.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        kept.write_text(text, encoding="utf-8")
    return {row["chunk"]: row for row in map(json.loads, text.splitlines())}


def _play(chunks: Sequence[Chunk], jobs: int) -> Iterator[Row]:
    if jobs == 1:
        yield from map(play_chunk, chunks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            for future in as_completed([pool.submit(play_chunk, chunk) for chunk in chunks]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
