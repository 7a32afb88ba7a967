"""GET9!: splitting by taps, by digits and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import new_table

pytestmark = pytest.mark.browser

SPLIT = "#hand button[value=split]"


def box(card: str, pile: int) -> str:
    return f'#hand input[name="piles.{pile}"][value="{card}"]'


def piles(page: Page) -> list[str]:
    """What is picked, pile by pile."""
    rows = [page.locator(f'#hand input[name="piles.{pile}"]:checked').all() for pile in range(3)]
    return ["".join(one.get_attribute("value") or "" for one in row) for row in rows]


def at_a_table(page: Page, **fields: str) -> None:
    new_table(page, "get9", seats="3", bots="2", visibility="private", **fields)
    expect(page.locator(SPLIT)).to_be_visible()


def test_a_card_lies_in_one_pile(person: Person) -> None:
    page = person()
    at_a_table(page)
    for card, pile in zip("123456789", (0, 0, 0, 1, 1, 1, 2, 2, 2), strict=True):
        expect(page.locator(SPLIT)).to_be_disabled()
        page.locator(box(card, pile)).click()
    expect(page.locator(SPLIT)).to_be_enabled()
    page.locator(box("9", 0)).click()
    assert piles(page) == ["1239", "456", "78"]
    expect(page.locator(SPLIT)).to_be_disabled()
    page.locator(box("1", 2)).click()
    assert piles(page) == ["239", "456", "178"]
    page.locator(SPLIT).click()
    expect(page.locator("#hand input[name=card]")).to_have_count(3)


def test_digits_take_cards_from_pile_to_pile(person: Person) -> None:
    page = person()
    at_a_table(page)
    for card in "9871":
        page.keyboard.press(card)
    assert piles(page) == ["789", "1", ""]
    page.keyboard.press("9")
    assert piles(page) == ["78", "19", ""]
    page.keyboard.press("9")
    assert piles(page) == ["78", "1", "9"]
    page.keyboard.press("9")
    assert piles(page) == ["789", "1", ""]


def test_without_scripts_boxes_make_the_piles(person: Person) -> None:
    page = person(java_script_enabled=False)
    at_a_table(page)
    page.locator(box("1", 0)).check(force=True)
    page.locator(SPLIT).click()
    expect(page.locator("#refusal")).to_contain_text("three piles of three")
    for card, pile in zip("123456789", (0, 1, 2, 0, 1, 2, 0, 1, 2), strict=True):
        page.locator(box(card, pile)).check(force=True)
    page.locator(SPLIT).click()
    expect(page.locator("#hand input[name=card]")).to_have_count(3)
    page.locator("#hand input[name=card]").first.check(force=True)
    page.locator("#hand button[value=choose]").click()
    expect(page.locator("#hand input[name=card]")).to_have_count(0)
