"""Matches of a table in small chunks, played by several processes and saved in a file, so that a run can be resumed.

A chunk is identified by what determines its result: cell, seed, deals and the code that plays it. Apart from measured
times, the result is always the same.
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
from games.engine.code_digest import list_code_files

SOURCE_ROOT = Path(__file__).resolve().parents[2]
CHUNK_MATCHES = 10  # approximately
PLAYING = ("match.py", "players.py", "tournament.py")
BINS = 16  # of decision times, per doubling: quantiles are accurate to 4 %
Row = dict[str, Any]  # a chunk's result as saved in the file


class Chunk(NamedTuple):
    """The deals `first` … `last - 1` of a cell."""

    cell: Cell
    seed: int
    first: int
    last: int

    @property
    def key(self) -> str:
        return f"{self.cell.key}|seed {self.seed}|deals {self.first}-{self.last}|{hash_code(self.cell.slug)}"


def split_cells(cells: Sequence[Cell], matches: int, seed: int) -> list[Chunk]:
    """Split every cell's matches into chunks, rounded up so that every deal is played from each seat."""
    chunks = []
    for cell in cells:
        deals, size = -(-matches // cell.seats), max(1, CHUNK_MATCHES // cell.seats)
        chunks += [Chunk(cell, seed, first, min(deals, first + size)) for first in range(0, deals, size)]
    return chunks


def play_chunk(chunk: Chunk) -> Row:
    """Play the chunk's matches.

    Return places and winners by seat, the level's seat, and the time of choices per player.
    """
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
def hash_code(game_slug: str) -> str:
    """Return a digest of everything the results depend on: the engine, the kit, the game, and the arena."""
    paths = ("games/engine", "games/kit", f"games/catalog/{game_slug}", *(f"games/arena/{name}" for name in PLAYING))
    digest = sha256()
    for path in sorted(list_code_files(SOURCE_ROOT, paths)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def play_chunks(
    chunks: Sequence[Chunk], jobs: int, results_file: Path | None, tell: Callable[[int, int], None]
) -> list[Row]:
    """Return all results in the order of `chunks`, playing those that the file doesn't have and saving them there.

    `tell` is called with the number done and the total after each chunk.
    """
    results = _read(results_file)
    missing = [chunk for chunk in chunks if chunk.key not in results]
    tell(len(chunks) - len(missing), len(chunks))
    for row in _play(missing, jobs):
        results[row["chunk"]] = row
        if results_file:
            with results_file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, sort_keys=True) + "\n")
        tell(sum(chunk.key in results for chunk in chunks), len(chunks))
    return [results[chunk.key] for chunk in chunks]


def _read(results_file: Path | None) -> dict[str, Row]:
    """Return the saved results, dropping a line that a killed run left incomplete."""
    if results_file is None or not results_file.exists():
        return {}
    text = results_file.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        results_file.write_text(text, encoding="utf-8")
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
