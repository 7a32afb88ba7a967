"""`python -m tests.screenshots [slug …]`: a picture of every game's busiest question, for docs/screenshots/.

Taken from a match against beginners: light and English at 1280 pixels, dark and Japanese at 360.
`--sheet <folder> [width …]` takes pictures of all pages instead (tests/contact_sheet.py).
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

from tests import contact_sheet
from tests.browser.conftest import CHROMIUM
from tests.browser.playing import GO_ON, act, is_over, my_turn, new_table
from tests.browser.test_large_text import PRESSED, SHORT, mark
from tests.server.running import ROOT, serving

FOLDER = ROOT / "docs/screenshots"
CALM_MS = 700  # for animations to end
SECONDS = 240  # for a match
SCREENS = (
    {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "color_scheme": "light"},
    {"viewport": {"width": 360, "height": 740}, "locale": "ja-JP", "color_scheme": "dark"},
)
PLAYS = PRESSED | {"lombard": ("double", "call"), "dilemma": ("call", "check"), "sdc": ("draw", "bid", "call")}
TABLES = SHORT | {
    "sdc": {"bots": "1"},
    "doudizhu": {"bots": "3", "opt_deals": "4"},
    "dilemma": {"seats": "6", "bots": "5", "opt_max_hands": "12"},
    "lombard": {"seats": "4", "bots": "3"},
}


def main(slugs: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp()) / "data"
    with (
        serving(folder, "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.served_settings") as site,
        sync_playwright() as api,
    ):
        browser = api.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for slug in slugs:
            for screen in SCREENS:
                context = browser.new_context(base_url=f"http://127.0.0.1:{site.port}", **screen)
                take_pictures(context.new_page(), slug, TABLES[slug])
                context.close()


def take_pictures(page: Page, slug: str, fields: dict[str, str]) -> None:
    new_table(page, slug, visibility="private", bot_level="beginner", **fields)
    until, busiest = time.monotonic() + SECONDS, 0
    while not is_over(page) and time.monotonic() < until:
        if page.locator(".is-shown").count():
            page.evaluate(GO_ON)
        if not my_turn(page):
            page.wait_for_timeout(100)
            continue
        choices = page.locator("#hand :is(button, input):visible").count()
        if choices > busiest:
            busiest = choices
            save_picture(page, slug)
        try:
            mark(page)
        except TookTooLong:  # the hand was renewed meanwhile
            continue
        act(page, PLAYS[slug])


def save_picture(page: Page, slug: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(CALM_MS)
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.screenshot(path=FOLDER / f"{slug}-question-{width}.jpg", type="jpeg", quality=78)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sheet"]:
        contact_sheet.main(Path(sys.argv[2]), [int(width) for width in sys.argv[3:]] or contact_sheet.WIDTHS)
    else:
        main(sys.argv[1:] or list(TABLES))
