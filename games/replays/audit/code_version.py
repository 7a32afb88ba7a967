"""Version of the code that made a report; another version may reach a different result."""

from functools import cache
from pathlib import Path

from games.engine.hash_chain import hash_text

GAMES_DIR = Path(__file__).resolve().parents[2]
SHARED = ("clocks", "engine", "kit", "replays/audit", "tables/storage/snapshots.py")


@cache
def code_version(slug: str) -> str:
    """Return 12 hex digits over all code that decides how a game's tables are audited.

    Raises OSError if a file is missing.
    """
    parts = [GAMES_DIR / part for part in (*SHARED, f"catalog/{slug}")]
    files = sorted(file for part in parts for file in (part.glob("**/*.py") if part.is_dir() else [part]))
    return hash_text("\0".join(f"{file.relative_to(GAMES_DIR)}\0{file.read_text()}" for file in files))[:12]
