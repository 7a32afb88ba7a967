"""Cards as pictures for Pillow, cut out of a sheet for each deck, which tests/design/draw_card_sheets.py has drawn."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders
from PIL import Image

from games.catalog import registry
from games.engine.deck import Deck

FOLDER = Path(__file__).with_name("cards")
SOURCES = FOLDER / "sources.txt"  # a line for each deck: its name, and `hash_sources` when its sheet was drawn
SIZE = WIDTH, HEIGHT = 112, 160
COLUMNS = 13


def list_decks() -> list[Deck]:
    """Each deck that some game is played with, once, by name."""
    decks = {meta.deck.name: meta.deck for meta in registry.list_metadata().values()}
    return [decks[name] for name in sorted(decks)]


def get_sheet_path(deck: str) -> Path:
    return FOLDER / f"{deck}.webp"


def hash_sources(deck: Deck) -> str:
    """Return a hash that changes when its sheet is outdated: over its cards and its sprite."""
    path = finders.find(deck.sprite) if deck.sprite else None
    sprite = Path(path).read_bytes() if path else b""
    return sha256(repr(deck.codes()).encode() + sprite).hexdigest()[:16]


@cache
def get_cards(deck: str) -> dict[str, Image.Image]:
    """The cards of a deck by code, 112 × 160; none of a deck that has no sheet."""
    deck_info = next((candidate for candidate in list_decks() if candidate.name == deck), None)
    if deck_info is None or not get_sheet_path(deck).is_file():
        return {}
    with Image.open(get_sheet_path(deck)) as sheet:
        whole = sheet.convert("RGBA")
    return {code: whole.crop(_box(at)) for at, code in enumerate(deck_info.codes())}


def _box(at: int) -> tuple[int, int, int, int]:
    x, y = at % COLUMNS * WIDTH, at // COLUMNS * HEIGHT
    return x, y, x + WIDTH, y + HEIGHT
