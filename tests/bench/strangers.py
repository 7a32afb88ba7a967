"""`python -m tests.bench.strangers [folder]`: five strangers' first minutes, on a phone, in both languages.

Each goes from the front page to a game's lessons, answers one, and plays a first match to its result: one without
scripts, one who reads the lessons without a connection after a single visit. Every screen is kept as a picture in the
folder (`var/strangers`), to be looked at one by one. Printed is what stood before the first decision: words on that
screen, clicks until it, and how soon the first match was dealt.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import Error as PageError

from games.practice.lessons.reader import list_lessons
from tests.browser.closable_proxy import Door
from tests.browser.conftest import CHROMIUM
from tests.browser.playing import act, is_over, my_turn
from tests.browser.test_kept_lessons import KEPT
from tests.browser.test_large_text import PRESSED, mark
from tests.server.running import eventually, serving

PHONE = {"width": 360, "height": 740}
LANGUAGES = ("en-US", "ja-JP")
WORDS_AIM, CLICKS_AIM, SECONDS_AIM = 60, 2, 3.0
MATCH_SECONDS = 240
# Visible text of the first screen, without the site's frame, screen reader text and the board.
READ = """() => {
  const words = [], walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode, range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { top, height } = range.getBoundingClientRect();
    const isSeen = height > 1 && top < innerHeight && parentElement.checkVisibility();
    if (isSeen && !parentElement.closest(".visually-hidden, .board, .card, [aria-hidden]")) words.push(data);
  }
  return words.join(" ");
}"""


@dataclass(frozen=True)
class Way:
    """A stranger's way: which game, and by what browser."""

    slug: str
    scripts: bool = True
    offline: bool = False


PATHS = (
    Way("lombard", offline=True),
    Way("sdc", scripts=False),
    Way("dilemma"),
    Way("get9"),
    Way("crown"),
)


@dataclass
class Walk:
    """A stranger's visit and its notes."""

    page: Page
    way: Way
    language: str
    folder: Path
    taken: int = 0
    clicks: int = 0
    words: int = 0
    seconds: float = 0.0
    result: str = ""
    wide: list[str] = field(default_factory=list)

    def look(self, name: str) -> None:
        """A picture of the screen, and whether it is wider than the phone."""
        self.taken += 1
        file = f"{self.way.slug}-{self.language[:2]}-{self.taken:02}-{name}.png"
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=str(self.folder / file))
        if self.page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            self.wide.append(name)

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1


def main(folder: Path) -> None:
    if not Path(CHROMIUM).exists():
        print("\nChromium is not there: strangers are left out")
        return
    folder.mkdir(parents=True, exist_ok=True)
    print(f"\nStrangers on a phone (aims: {WORDS_AIM} words, {CLICKS_AIM} clicks, a table in {SECONDS_AIM:.0f} s)")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.served_settings"}
        with serving(Path(data) / "data", "--host", "127.0.0.1", **settings) as serve:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for walk in walks(browser, serve.port, folder):
                show(walk)
            browser.close()


def show(walk: Walk) -> None:
    kind = "no scripts" if not walk.way.scripts else "offline" if walk.way.offline else ""
    summary = f"{walk.words:3} words  {walk.clicks} clicks  {walk.seconds:4.1f} s  {walk.taken:2} screens"
    print(f"  {walk.way.slug:9} {walk.language[:2]} {kind:10} {summary}  {walk.result}", *walk.wide, flush=True)


def walks(browser: Browser, port: int, folder: Path) -> Iterator[Walk]:
    for number, way in enumerate(PATHS):
        for language in LANGUAGES:
            door = Door(port)
            context = browser.new_context(
                base_url=door.url, locale=language, viewport=PHONE, is_mobile=True, has_touch=True,
                java_script_enabled=way.scripts, service_workers="allow" if way.offline else "block",
                color_scheme="dark" if number % 2 else "light", reduced_motion="reduce",
            )  # fmt: skip
            walk = Walk(context.new_page(), way, language, folder)
            to_the_first_decision(walk)
            if way.offline:
                without_connection(walk, door)
            to_the_first_match(walk)
            to_the_result(walk)
            yield walk
            context.close()
            door.shut()


def to_the_first_decision(walk: Walk) -> None:
    walk.page.goto("/")
    walk.look("front-page")
    walk.click(f".title-card a[href='/games/{walk.way.slug}/lessons/']")
    walk.look("lessons")
    walk.click(".actions a.btn--confirm")
    walk.page.wait_for_url("**/1/")
    walk.look("lesson")
    walk.words = count_words(str(walk.page.evaluate(READ)), walk.language)


def count_words(text: str, language: str) -> int:
    """In Japanese, which has no spaces, five signs are as long to read as two words."""
    return len("".join(text.split())) * 2 // 5 if language == "ja-JP" else len(text.split())


def without_connection(walk: Walk, door: Door) -> None:
    """The whole first lesson, from the device."""
    lessons_address = f"/games/{walk.way.slug}/lessons.json?in={walk.language[:2]}"
    assert eventually(lambda: walk.page.evaluate(KEPT, lessons_address))
    door.shut()
    walk.page.reload()
    walk.look("offline-lesson")
    walk.page.locator(".lesson__choices a").first.click()
    walk.look("offline-answer")
    door.open()


def to_the_first_match(walk: Walk) -> None:
    """The right answer of the last lesson leads to it; a wrong one is looked at, too."""
    lesson = list_lessons(walk.way.slug)[-1]
    start = f"/games/{walk.way.slug}/lessons/{lesson.name}"
    first = list_lessons(walk.way.slug)[0]
    walk.page.goto(f"/games/{walk.way.slug}/lessons/{first.name}/1/{first.step(1).answers[-1].name}/")
    walk.look("wrong-answer")
    walk.page.goto(f"/games/{walk.way.slug}/lessons/{first.name}/1/{first.step(1).right.name}/")
    walk.look("right-answer")
    walk.page.goto(f"{start}/{len(lesson.steps)}/{lesson.step(len(lesson.steps)).right.name}/")
    walk.look("last-answer")
    pressed_at = time.monotonic()
    walk.page.locator(".lesson__match button").click()
    walk.page.wait_for_url("**/tables/*/")
    expect(walk.page.locator("#hand[data-question] .card, .seat--me").first).to_be_visible()
    walk.seconds = time.monotonic() - pressed_at
    walk.look("dealt")


def to_the_result(walk: Walk) -> None:
    page, until, decisions = walk.page, time.monotonic() + MATCH_SECONDS, 0
    while not is_over(page):
        if time.monotonic() > until:
            walk.result = f"not over after {decisions} decisions"
            break
        if not my_turn(page):
            page.wait_for_timeout(100)
            if not walk.way.scripts:
                page.reload()
            continue
        decisions += 1
        if decisions in (1, 3):
            walk.look(f"decision-{decisions}")
        with suppress(PageError):  # the hand was renewed meanwhile
            mark(page)
            act(page, PRESSED[walk.way.slug])
    else:
        walk.result = f"{decisions} decisions"
    walk.look("result")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "var/strangers"))
