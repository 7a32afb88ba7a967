"""Where templates and words are."""

from pathlib import Path

SHARED_DIR = Path(__file__).resolve().parent
CATALOG_DIR = SHARED_DIR.parent / "catalog"


def get_game_path(slug: str, part: str = "") -> Path:
    """`part` of a game's folder."""
    return CATALOG_DIR / slug / part


def has_template(slug: str, part: str) -> bool:
    """Return whether a game has that template."""
    return get_game_path(slug, f"templates/{part}.jinja").is_file()
