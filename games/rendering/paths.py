"""Paths of the games' templates and translations."""

from pathlib import Path

SHARED_DIR = Path(__file__).resolve().parent
CATALOG_DIR = SHARED_DIR.parent / "catalog"


def get_game_path(game_slug: str, part: str = "") -> Path:
    """Return the path of `part` in a game's folder."""
    return CATALOG_DIR / game_slug / part


def has_template(game_slug: str, part: str) -> bool:
    """Return whether a game has that template."""
    return get_game_path(game_slug, f"templates/{part}.jinja").is_file()
