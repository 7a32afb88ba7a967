"""axe-core finds nothing to complain of: every kind of page but the admin, by day and night, in both languages."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import new_table, play_to_the_end

pytestmark = pytest.mark.browser

SLUGS = ("lombard", "crown", "sdc", "dilemma", "doudizhu", "get9")
PAGES = ["/", "/lobby/", "/tables/new/crown/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
GUESTS = ["/", "/lobby/", "/accounts/upgrade/"]
EYES = pytest.mark.parametrize(("locale", "scheme"), [("en-US", "light"), ("ja-JP", "dark")])


def complaints(page: Page) -> list[str]:
    """What axe says of the page as it stands: rule and element."""
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@EYES
def test_pages_for_everybody(person: Person, locale: str, scheme: str) -> None:
    page, found = person(locale=locale, color_scheme=scheme), []
    for path in (*PAGES, *(f"/rules/{slug}/" for slug in SLUGS)):
        page.goto(path)
        found += complaints(page)
    assert found == []


@EYES
@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_with_a_decision(person: Person, slug: str, locale: str, scheme: str) -> None:
    page = person(locale=locale, color_scheme=scheme, width=360 if scheme == "dark" else 1280)
    page.goto("/")
    page.locator(f"form[action='/play/{slug}/'] button").first.click()
    page.wait_for_url("**/t/**")
    expect(page.locator("#move")).to_be_visible()
    page.locator("#play details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    assert complaints(page) == []


def test_a_match_from_its_table_to_its_replay(person: Person) -> None:
    """Played once, by day; looked at afterwards by whoever visits it."""
    page, found = person(), []
    table = new_table(page, "lombard", seats="3")
    page.locator("form[action$='/fill/'] button[value='1']").click()
    play_to_the_end(page, kinds=("double", "call"))
    found += complaints(page)
    found += complaints_of_an_ended_match(page, table)
    visitor = person(locale="ja-JP", color_scheme="dark")
    visitor.goto(table)
    found += complaints(visitor)
    found += complaints_of_an_ended_match(visitor, table)
    assert found == []


def complaints_of_an_ended_match(page: Page, table: str) -> list[str]:
    """Of its log, of three positions of its replay closed and open, of its check."""
    page.goto(f"{table}log/")
    found = complaints(page)
    page.goto(table)
    page.locator("#zone a[href*='/replay/']").first.click()
    page.wait_for_url("**/replay/*/*/")
    address, first = re.fullmatch(r"(.*/)(\d+)/", page.url).groups()  # type: ignore[union-attr]
    last = int(page.locator(".steps__n").inner_text().split("/")[1])
    for n in (int(first), (int(first) + last) // 2, last):
        for eyes in ("", "?open=1"):
            page.goto(f"{address}{n}/{eyes}")
            found += complaints(page)
    page.goto(f"{address}verify/")
    return found + complaints(page)


@EYES
def test_pages_for_a_guest(person: Person, locale: str, scheme: str) -> None:
    page, found = person(locale=locale, color_scheme=scheme), []
    new_table(page, "lombard", seats="3", visibility="private")
    found += complaints(page)
    for path in GUESTS:
        page.goto(path)
        found += complaints(page)
    assert found == []
