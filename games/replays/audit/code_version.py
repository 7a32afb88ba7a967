"""Version of the code that made a report; another version may reach a different result."""

from functools import cache
from pathlib import Path

from games.engine.code_digest import list_code_files
from games.engine.hash_chain import hash_text

SOURCE_ROOT = Path(__file__).resolve().parents[3]
SHARED = ("games/clocks", "games/engine", "games/kit", "games/replays/audit", "games/tables/storage/snapshots.py")


@cache
def code_version(game_slug: str) -> str:
    """Return 12 hex digits over all code that decides how a game's tables are audited."""
    files = sorted(list_code_files(SOURCE_ROOT, (*SHARED, f"games/catalog/{game_slug}")))
    return hash_text("\0".join(f"{file.relative_to(SOURCE_ROOT)}\0{file.read_text()}" for file in files))[:12]
