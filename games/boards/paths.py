"""Where templates and words are."""

from pathlib import Path

SHARED = Path(__file__).resolve().parent
TITLES = SHARED.parent / "titles"


def of_title(slug: str, part: str) -> Path:
    """`part` of a title's folder."""
    return TITLES / slug / part
