"""Taking the last decision back, in the page: one's question is there again, and the focus with it."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act
from tests.browser.test_keys import at_a_table, rests

pytestmark = pytest.mark.browser
PRESS = "() => { const button = document.querySelector('#take-back button'); button?.click(); return !!button; }"


def taken_back(page: Page) -> None:
    """One's own calls until one of them can be taken back before bots show a card."""
    until = time.monotonic() + MATCH_SECONDS
    while not page.evaluate(PRESS):
        assert time.monotonic() < until
        act(page, ("call", "check"))
        page.wait_for_timeout(30)


def test_the_question_comes_again(person: Person) -> None:
    page = person()
    at_a_table(page, "dilemma")
    taken_back(page)
    expect(page.locator("#log")).to_contain_text("The last decision is taken back")
    expect(page.locator("#move")).to_be_visible()
    expect(page.locator("#take-back")).to_have_count(0)
    rests(page, "hand", "turn")
