"""Lessons in a browser: on a phone, by keyboard, and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.test_room import wider_than_its_screen

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
STEPS = [
    "lombard/lessons/one-turn/1/", "get9/lessons/spend-eight/1/", "doudizhu/lessons/follow/1/",
    "crown/lessons/attack/1/",
]  # fmt: skip


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return {"top": found["y"], "bottom": found["y"] + found["height"]}


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_on_a_phone_the_sentence_stands_above_the_board_and_the_buttons_are_in_reach(
    person: Person, language: str
) -> None:
    page, found = person(locale=language), list[str]()
    page.set_viewport_size(PHONE)
    for path in STEPS:
        page.goto(f"/games/{path}")
        sentence, board, button = box(page, "#lesson-step"), box(page, ".board"), box(page, ".btn[data-pointed]")
        assert 0 <= sentence["top"] < sentence["bottom"] <= board["top"], path
        assert board["top"] - sentence["bottom"] < 40, path
        assert button["bottom"] <= PHONE["height"], path
        found += wider_than_its_screen(page)
    assert found == []


def test_what_is_meant_has_a_ring(person: Person) -> None:
    page = person()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto("/games/lombard/lessons/one-turn/1/")
        for meant in (".board .card[data-pointed]", ".tray .card[data-pointed]", ".btn[data-pointed]"):
            drawn = page.locator(meant).evaluate("one => getComputedStyle(one).outline")
            assert "solid 3px" in drawn, (scheme, meant, drawn)


def test_cards_are_picked_as_at_a_table(person: Person) -> None:
    page = person()
    page.goto("/games/get9/lessons/spend-eight/1/")
    page.locator(".tray .pick:has([data-pointed])").click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/get9/lessons/spend-eight/1/eight/")
    page.goto("/games/doudizhu/lessons/follow/1/")
    for rank in ("K", "B"):
        page.locator(f'[data-rank="{rank}"] .pile__add').click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/doudizhu/lessons/follow/1/kings/")


def test_piles_are_laid_as_at_a_table(person: Person) -> None:
    """The page's script fills the left pile first, then the others."""
    page = person()
    page.goto("/games/get9/lessons/three-piles/1/")
    for card in "986754321":
        page.locator(f'.get9-row [data-number="{card}"]').click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/get9/lessons/three-piles/1/strong-together/")


def test_a_lesson_by_keyboard(person: Person) -> None:
    page = person()
    page.goto("/games/lombard/lessons/")
    page.get_by_role("link", name="Start").press("Enter")
    expect(page.get_by_role("heading", level=2, name="You have one turn a round")).to_be_visible()
    meant = page.locator(".btn[data-pointed]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if meant.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url("/games/lombard/lessons/one-turn/1/open-the-eight/")
    page.get_by_role("link", name="Continue").press("Enter")
    expect(page).to_have_url("/games/lombard/lessons/one-turn/2/")
    page.goto("/games/lombard/lessons/")
    expect(page.get_by_text("1 of 2 steps")).to_be_visible()


def test_a_lesson_without_scripts_ends_in_a_match(person: Person) -> None:
    page = person(scripts=False)
    page.goto("/games/lombard/lessons/photo-finish/2/")
    page.get_by_role("button", name="Fold").click()
    expect(page).to_have_url("/games/lombard/lessons/photo-finish/2/anything-else/")
    page.get_by_role("link", name="Back to the question").click()
    page.locator(".btn[data-pointed]").first.click()
    expect(page).to_have_url("/games/lombard/lessons/photo-finish/2/call/")
    page.get_by_role("button", name="Play a real match against 1 beginner").click()
    expect(page.locator("#zone")).to_be_visible()
    assert "/tables/" in page.url
