"""axe-core finds nothing to complain of: every kind of page, by day and night, in both languages. None is too wide.

The administration's pages are looked at in test_desk and test_moderation.
"""

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import in_language, new_table, play_to_the_end, quick_table, table_with_beginners
from tests.browser.test_room import wider_than_its_screen

pytestmark = pytest.mark.browser

SLUGS = ("lombard", "crown", "sdc", "dilemma", "doudizhu", "get9")
RULES = [f"/games/{slug}/rules/" for slug in SLUGS]
LEARNING = [
    "/games/crown/lessons/attack/1/", "/games/doudizhu/lessons/follow/1/", "/games/get9/lessons/three-piles/1/",
    "/games/lombard/worked-round/1/", "/games/sdc/worked-round/3/", "/games/dilemma/worked-round/10/",
    "/games/doudizhu/worked-round/3/", "/games/get9/worked-round/8/", "/games/crown/worked-round/6/",
]  # fmt: skip
PAGES = [
    "/games/lombard/lessons/", "/games/lombard/lessons/princes/1/", "/games/lombard/lessons/princes/1/double/",
    "/", "/lobby/", "/library/", "/games/crown/new/", "/games/sdc/new/", "/account/login/", "/account/signup/",
    "/account/password/reset/",
]  # fmt: skip
GUESTS = ["/", "/lobby/", "/history/", "/account/claim-guest/", "/settings/notifications/", "/settings/availability/",
          "/settings/profile/", "/settings/devices/", "/settings/data/"]  # fmt: skip
EYES = pytest.mark.parametrize(("locale", "scheme"), [("en-US", "light"), ("ja-JP", "dark")])


# Passed checks aren't described: that took as long as the checks. Nor does it load style
# sheets and sounds once more, a quarter of its work: only a rule that is off by default reads the one, and there are no
# others.
COMPLAINTS = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"], preload: false });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${location} ${id}: ${node.html.slice(0, 160)}`));
}"""


def complaints(page: Page) -> list[str]:
    """Return axe's violations on the current page: rule and element."""
    # Playwright's way is an `eval`, which compiles half a megabyte again for each page.
    devtools = page.context.new_cdp_session(page)
    devtools.send("Runtime.evaluate", {"expression": AXE_SCRIPT})
    devtools.detach()
    violations: list[str] = page.evaluate(COMPLAINTS)
    return violations


@EYES
def test_pages_for_everybody(person: Person, locale: str, scheme: str) -> None:
    """Half of the rule books by day, the others by night: they are long. And none is wider than its screen."""
    page, violations = person(locale=locale), list[str]()
    page.emulate_media(color_scheme=scheme)
    unchecked_paths = {"/games/sdc/new/", *RULES[scheme == "light" :: 2]}
    for path in (*PAGES, *LEARNING, *RULES):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == locale[:2], path
        violations += wider_than_its_screen(page)
        violations += [] if path in unchecked_paths else complaints(page)
    assert violations == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_with_a_decision(person: Person, slug: str) -> None:
    """By day on a desktop in English, and by night on a phone in Japanese."""
    page = person()
    quick_table(page, slug)
    violations = complaints_of_a_decision(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 900})
    in_language(page, "ja")
    assert violations + complaints_of_a_decision(page) == []


def complaints_of_a_decision(page: Page) -> list[str]:
    """Of the table, and of the rule that the coach leads to, over it."""
    expect(page.locator("#move")).to_be_visible()
    page.locator("#play details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    violations = complaints(page)
    page.locator("#hand a.coach").click()
    expect(page.locator("#rule h2")).to_be_visible()
    return violations + complaints(page)


def test_a_match_from_its_table_to_its_replay(person: Person) -> None:
    """Played once, in the light theme; all visitors look at it afterwards."""
    page, violations = person(), []
    table = table_with_beginners(page, "lombard", seats="3", opt_start_coins="12")
    play_to_the_end(page, kinds=("double", "call"))
    violations += complaints(page)
    violations += complaints_of_an_ended_match(page, table)
    visitor = person(locale="ja-JP")
    visitor.emulate_media(color_scheme="dark")
    visitor.goto(table)
    violations += complaints(visitor)
    violations += complaints_of_an_ended_match(visitor, table, positions=1)
    assert violations == []


def complaints_of_an_ended_match(page: Page, table: str, positions: int = 3) -> list[str]:
    """Of its log, of the last and earlier positions of its replay closed and open, of its check."""
    page.goto(f"{table}log/")
    violations = complaints(page)
    page.goto(table)
    page.locator("#zone a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/*/positions/*/**")
    address, first = re.fullmatch(r"(.*/)positions/(\d+)/(?:\?.*)?", page.url).groups()  # type: ignore[union-attr]
    last = int(page.locator(".steps__n").inner_text().split("/")[1])
    for n in (last, int(first), (int(first) + last) // 2)[:positions]:
        for query in ("", "?open=1"):
            page.goto(f"{address}positions/{n}/{query}")
            violations += complaints(page)
    for tab in page.locator("[role=tab]").all():
        tab.click()
        violations += complaints(page)
    page.locator(".in-words summary").click()
    violations += complaints(page)
    page.goto(f"{address}guess/0/")
    violations += complaints(page)
    page.locator(".guess__says a").click()
    page.wait_for_url("**/answer/**")
    violations += complaints(page)
    violations += complaints_of_a_review(page, address)
    page.goto(f"{address}verify/")
    return violations + complaints(page)


def complaints_of_a_review(page: Page, address: str) -> list[str]:
    """Start it as a person with an account."""
    page.goto(f"{address}#about-share")
    if page.locator("form[action$='/reviews/'] button").count() == 0:
        return []
    page.locator("form[action$='/reviews/'] button").click()
    page.wait_for_url("**review=**")
    page.locator("#review details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    expect(page.locator("#chat-lines")).to_be_attached()
    return complaints(page)


@EYES
def test_pages_for_a_guest(person: Person, locale: str, scheme: str) -> None:
    page, violations = person(locale=locale), []
    page.emulate_media(color_scheme=scheme)
    new_table(page, "lombard", seats="3", visibility="private")
    violations += complaints(page)
    for path in GUESTS:
        page.goto(path)
        violations += complaints(page)
    assert violations == []
