"""Which code made a report: another version may come to another result."""

from functools import cache
from pathlib import Path

from games.engine.chain import text_hash

HOUSE = Path(__file__).resolve().parents[2]
SHARED = ("engine", "kit", "replays/audit", "tables/frames.py")


@cache
def code_version(slug: str) -> str:
    """12 hex digits over all the code that decides how a title's tables are audited."""
    parts = [HOUSE / part for part in (*SHARED, f"titles/{slug}")]
    files = sorted(file for part in parts for file in ([part] if part.is_file() else part.glob("**/*.py")))
    return text_hash("\0".join(f"{file.relative_to(HOUSE)}\0{file.read_text()}" for file in files))[:12]
