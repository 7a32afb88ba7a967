"""What draws a position: code, templates, words and sprites of this version of the site."""

from functools import cache
from hashlib import sha256
from pathlib import Path

SITE = Path(__file__).resolve().parents[3]
RENDER_SOURCES = {"games": (".py", ".jinja", ".mo", ".svg"), "templates": (".html",), "locale": (".mo",)}


@cache
def get_render_version() -> str:
    """A hash over all of it. What is served under it never changes."""
    files = (
        file for folder, ends in RENDER_SOURCES.items() for file in (SITE / folder).rglob("*") if file.suffix in ends
    )
    hashed = sha256()
    for file in sorted(files):
        hashed.update(f"{file.relative_to(SITE)}\0".encode() + file.read_bytes() + b"\0")
    return hashed.hexdigest()
