"""Where templates and words are."""

from functools import cache
from pathlib import Path

SHARED = Path(__file__).resolve().parent
TITLES = SHARED.parent / "catalog"


def of_title(slug: str, part: str = "") -> Path:
    """`part` of a title's folder."""
    return TITLES / slug / part


@cache
def has_part(slug: str, part: str) -> bool:
    """Whether a title has that template."""
    return of_title(slug, f"templates/{part}.jinja").is_file()
