"""`python -m tests.bench.pages [page …]`: how much a page says and asks for, on a phone of 360 pixels.

For each page, in both languages: visible words, without cards, players' names and the site's frame; targets outside of
closed folds, without the frame; the page's height; how many targets are smaller than 44 pixels, including the frame;
and the layout shift (CLS) while it loads, at a quarter of this machine's speed. Then the small targets.
"""

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.responsiveness import SLOWER, WATCH
from tests.bench.strangers import LANGUAGES, PHONE, count_words
from tests.browser.conftest import CHROMIUM
from tests.example_site import SETTINGS, ExampleSite, made
from tests.server.running import serving

CALM_MS = 1_200  # until everything loaded automatically is there
# Who looks ("" is a stranger), and at which address; one in braces is of the example site.
PAGES = {
    "front, guest": ("", "/"),
    "front, six tables": ("sakura", "/"),
    "lobby, six tables": ("sakura", "/lobby/"),
    "new table": ("sakura", "/games/lombard/new/"),
    "new table, Dilemma": ("sakura", "/games/dilemma/new/"),
    "running table": ("sakura", "{table}"),
    "waiting room": ("sakura", "{room}"),
    "rules": ("sakura", "/games/lombard/rules/"),
    "settings": ("sakura", "/settings/profile/"),
    "notifications": ("sakura", "/settings/notifications/"),
    "library": ("sakura", "/library/"),
    "friends": ("sakura", "/friends/"),
}
MEASURE = """() => {
  const frame = "header.top, footer, .skip", names = ".seat__name, .line__names, .place__name, bdi";
  const unread = `.visually-hidden, .card, .card-inline, [aria-hidden], select, script, style, ${names}`;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const words = [], walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode, range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { top, bottom, height } = range.getBoundingClientRect();
    const box = parentElement.closest(".log-box")?.getBoundingClientRect(); // what has scrolled out of it isn't seen
    const isSeen = height > 1 && seen(parentElement) && !(box && (bottom < box.top || top > box.bottom));
    if (isSeen && !parentElement.closest(unread)) words.push(data);
  }
  const controls = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const taps = [...document.querySelectorAll(controls)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return seen(one) && width > 1 && height > 1;
  });
  const isWords = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 3;
  const isInText = (one) => one.matches("a") && getComputedStyle(one).display === "inline"
    && [...one.parentElement.childNodes].some(isWords);
  // A label is tapped for its box, and what lies over a whole row for the row.
  const size = (one) => {
    const label = one.matches("input") && (one.closest("label") || one.labels?.[0]);
    const over = ["::before", "::after"].map((part) => getComputedStyle(one, part));
    const spread = over.map(({ position, height }) => (position === "absolute" && parseFloat(height)) || 0);
    return Math.max(...spread, ...[one, label].filter(Boolean).map((each) => each.getBoundingClientRect().height));
  };
  const small = taps.filter((one) => !one.matches(".skip") && !isInText(one) && size(one) < 43.5);
  const text = (one) => (one.textContent.trim() || one.name || "").replace(/\\s+/g, " ").slice(0, 24);
  return {
    words: words.join(" "), controls: taps.filter((one) => !one.closest(frame)).length,
    height: document.documentElement.scrollHeight,
    small: small.map((one) => `${Math.round(size(one))} ${one.localName}.${one.className || "-"} ${text(one)}`),
  };
}"""
SHIFT = """() => {
  let worst = 0, sum = 0, first = 0, last = 0;
  for (const [at, value] of shifts) {
    sum = at - last < 1000 && at - first < 5000 ? sum + value : (first = at, value);
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}"""


@dataclass(frozen=True)
class Measured:
    """Return the figures of one page in one language."""

    words: int
    controls: int
    height: int
    small: list[str]
    shift: float


def main(names: list[str]) -> None:
    if not Path(CHROMIUM).exists():
        print("\nChromium is not there: pages are left out")
        return
    print(f"\n{'Pages at 360 px':24}   words  controls  height  small targets    CLS")
    small: dict[str, set[str]] = {}
    for name, language, page in measure_pages(names):
        figures = f"{page.words:7}  {page.controls:8}  {page.height:6}  {len(page.small):13}  {page.shift:5.3f}"
        print(f"  {name:19} {language[:2]} {figures}", flush=True)
        small.setdefault(name, set()).update(page.small)
    for name, lines in small.items():
        for line in sorted(lines):
            print(f"  {name}: {line}")


def measure_pages(names: list[str]) -> Iterator[tuple[str, str, Measured]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder) / "data"
        example = made(data)
        with serving(data, "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE=SETTINGS) as site:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for name in names:
                for language in LANGUAGES:
                    yield name, language, look(browser, f"http://127.0.0.1:{site.port}", example, name, language)
            browser.close()


def look(browser: Browser, url: str, example: ExampleSite, name: str, language: str) -> Measured:
    username, path = PAGES[name]
    context = browser.new_context(
        base_url=url, locale=language, viewport=PHONE, is_mobile=True, has_touch=True, service_workers="block"
    )
    if username:
        context.add_cookies([{"name": "sessionid", "value": example.sessions[username], "url": url}])
    page = context.new_page()
    page.add_init_script(WATCH)
    slow_down(page)
    page.goto(path.format(**example.addresses))
    page.wait_for_timeout(CALM_MS)
    measures: dict[str, Any] = page.evaluate(MEASURE)
    shift = float(page.evaluate(SHIFT))
    context.close()
    words = count_words(measures["words"], language)
    return Measured(words, measures["controls"], measures["height"], measures["small"], shift)


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


if __name__ == "__main__":
    main(sys.argv[1:] or list(PAGES))
