"""`python -m tests.design.draw_card_sheets`: all cards of each deck as one picture, for the pictures of moments.

Pillow draws no SVG, so Chromium draws the cards once, after a change of a deck or of how cards look
(games/replays/moments/card_sheets.py). tests/design/test_card_sheets.py says when that is due.
"""

import os
import tempfile
from io import BytesIO
from pathlib import Path

import django
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.server.running import serving

CHROMIUM = "/usr/bin/chromium"
PAGE = """([width, height, columns, cards]) => {
    const sheet = document.createElement("div");
    sheet.style = `position: fixed; inset: 0 auto auto 0; z-index: 99; display: grid; width: ${width * columns}px;
        grid-template-columns: repeat(${columns}, ${width}px); grid-auto-rows: ${height}px; color-scheme: light;`;
    sheet.innerHTML = cards.join("");
    for (const card of sheet.children) card.style.boxShadow = "none";
    document.body.replaceChildren(sheet);
    document.documentElement.style.background = document.body.style.background = "transparent";
}"""


def draw_sheets() -> None:
    """Draw each deck's sheet and record its sources."""
    from games.catalog import registry
    from games.rendering.renderer import BoardRenderer
    from games.replays.moments import card_sheets as sheets

    boards = BoardRenderer(address=lambda name: f"/static/{name}", clock=lambda *_: "", deck=registry.get_deck)
    notes = []
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(Path(folder), "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.served_settings") as site,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(device_scale_factor=sheets.WIDTH / 56, color_scheme="light", bypass_csp=True)
        for deck in sheets.list_decks():
            page.goto(f"http://127.0.0.1:{site.port}/")
            cards = [str(boards.cards("en").card(code, deck.name)) for code in deck.codes()]
            page.evaluate(PAGE, [56, 80, sheets.COLUMNS, cards])
            page.wait_for_timeout(500)  # sprites
            rows = -(-len(cards) // sheets.COLUMNS)
            clip = {"x": 0, "y": 0, "width": 56 * sheets.COLUMNS, "height": 80 * rows}
            page.set_viewport_size({"width": clip["width"], "height": clip["height"]})
            png = page.screenshot(clip=clip, omit_background=True)
            Image.open(BytesIO(png)).save(sheets.get_sheet_path(deck.name), "WEBP", quality=86, method=6)
            notes.append(f"{deck.name} {sheets.hash_sources(deck)}\n")
        browser.close()
    sheets.SOURCES.write_text("".join(notes), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.served_settings")
    django.setup()
    draw_sheets()
