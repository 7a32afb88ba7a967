"""Every page of the site in a few large pictures: `python -m tests.screenshots --sheet <folder> [width …]`.

One picture for each width, theme and language, made of the whole pages scaled down, with a line of what each is.
"""

import io
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.conftest import CHROMIUM
from tests.example_site import SETTINGS, ExampleSite, made
from tests.server.running import serving

WIDTHS = (360, 768, 1280, 1920)
EYES = (("light", "en-US"), ("dark", "ja-JP"), ("light", "ja-JP"), ("dark", "en-US"))
CALM_MS = 400
COLUMNS, SMALL_WIDTH, GAP, CAPTION = 9, 330, 12, 14  # of a sheet
LONGEST = 3.2  # times its width; what is below is left out
SHUT, OPEN = "", "details.fold"
# Who looks ("" is a stranger), at which address (in braces: of the example site), and what is opened there.
PAGES = (
    ("", "/", SHUT), ("sakura", "/", SHUT), ("sakura", "/", ".game-row, .menu"), ("sakura", "/lobby/", SHUT),
    ("", "/lobby/", SHUT), ("sakura", "/lobby/", OPEN), ("sakura", "/games/lombard/new/", SHUT),
    ("sakura", "/games/dilemma/new/", OPEN), ("sakura", "{table}", SHUT), ("sakura", "{table}", OPEN),
    ("sakura", "{room}", SHUT), ("", "{invitation}", SHUT), ("sakura", "{finished}", SHUT),
    ("sakura", "{table}log/", SHUT), ("sakura", "{table}chat/", SHUT), ("sakura", "{replay}", SHUT),
    ("sakura", "{replay}guess/0/", SHUT),
    ("sakura", "{replay}verify/", SHUT), ("sakura", "/history/", SHUT), ("sakura", "/library/", SHUT),
    ("sakura", "/library/", OPEN), ("sakura", "/library/imports/", SHUT), ("sakura", "/friends/", SHUT),
    ("sakura", "{person}", SHUT), ("sakura", "{person}relationship/", SHUT), ("", "/games/lombard/rules/", SHUT),
    ("", "/games/sdc/rules/", SHUT), ("", "/games/get9/lessons/", SHUT),
    ("", "/games/lombard/lessons/princes/1/", SHUT),
    ("", "/games/sdc/worked-round/3/", SHUT), ("", "/practice/", SHUT), ("sakura", "/offline/", SHUT),
    ("sakura", "/settings/profile/", SHUT), ("sakura", "/settings/notifications/", SHUT),
    ("sakura", "/settings/privacy/", SHUT), ("sakura", "/settings/devices/", SHUT),
    ("sakura", "/settings/availability/", SHUT), ("sakura", "/account/email/", SHUT),
    ("sakura", "/account/password/change/", SHUT), ("sakura", "/settings/security/", SHUT),
    ("sakura", "/settings/data/", SHUT), ("sakura", "/account/status/", SHUT), ("sakura", "/reports/", SHUT),
    ("sakura", "{report}", SHUT), ("", "/account/login/", SHUT), ("", "/account/signup/", SHUT),
    ("", "/account/password/reset/", SHUT), ("", "/nowhere/", SHUT), ("admin", "/admin/", SHUT),
    ("admin", "/admin/moderation/report/queue/", SHUT), ("admin", "/admin/accounts/user/", SHUT),
    ("admin", "/admin/tables/table/", SHUT),
)  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A whole page, scaled down, and what it is."""

    image: Image.Image
    caption: str


def main(folder: Path, widths: Iterable[int] = WIDTHS) -> None:
    """Write the sheets into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as api:
        data = Path(place) / "data"
        example = made(data)
        with serving(data, "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE=SETTINGS) as site:
            browser = api.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for width in widths:
                for theme, locale in EYES:
                    pictures = look(browser, f"http://127.0.0.1:{site.port}", example, width, theme, locale)
                    sheet(pictures).save(folder / f"{width}-{theme}-{locale[:2]}.png")
            browser.close()


def look(browser: Browser, url: str, example: ExampleSite, width: int, theme: Any, locale: str) -> list[Picture]:
    """All pages through these eyes."""
    contexts: dict[str, BrowserContext] = {}
    for session in ("", *example.sessions):
        contexts[session] = browser.new_context(
            base_url=url, locale=locale, color_scheme=theme, viewport={"width": width, "height": min(width * 2, 900)},
            service_workers="block", reduced_motion="reduce",
        )  # fmt: skip
        if session:
            contexts[session].add_cookies([{"name": "sessionid", "value": example.sessions[session], "url": url}])
    pictures = [
        take_picture(contexts[session], path.format(**example.addresses), opened) for session, path, opened in PAGES
    ]
    for context in contexts.values():
        context.close()
    return pictures


def take_picture(context: BrowserContext, path: str, opened: str) -> Picture:
    page = context.new_page()
    answer = page.goto(path)
    if opened:
        page.locator(opened).evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")
    page.wait_for_timeout(CALM_MS)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    image = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    page.close()
    image = image.crop((0, 0, image.width, min(image.height, int(image.width * LONGEST))))
    image = image.resize((SMALL_WIDTH, image.height * SMALL_WIDTH // image.width), Image.Resampling.LANCZOS)
    status = f" {answer.status}" if answer and answer.status != 200 else ""
    wide = " wider than its screen" if size[0] > size[1] else ""
    return Picture(image, f"{path}{status}{' opened' if opened else ''}{wide}")


def sheet(pictures: list[Picture]) -> Image.Image:
    """Side by side, each below the shortest column."""
    ends, places = [GAP] * COLUMNS, []
    for picture in pictures:
        column = ends.index(min(ends))
        places.append((GAP + column * (SMALL_WIDTH + GAP), ends[column]))
        ends[column] += CAPTION + picture.image.height + GAP
    whole = Image.new("RGB", (GAP + COLUMNS * (SMALL_WIDTH + GAP), max(ends)), "#888")
    draw = ImageDraw.Draw(whole)
    for picture, (x, y) in zip(pictures, places, strict=True):
        draw.text((x, y), picture.caption, fill="#fff")
        whole.paste(picture.image, (x, y + CAPTION))
    return whole
