"""Notifications in the browser: the count in a background tab."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import buttons, my_turn, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
A_MINUTE = 60_500  # milliseconds


def test_a_tab_in_the_background_counts_in_its_title(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard", visibility="link")
    moving, waiting = (alice, bob) if my_turn(alice) else (bob, alice)
    waiting.clock.install()
    waiting.goto("/games/sdc/rules/")
    assert not waiting.title().startswith("(")
    waiting.evaluate(HIDDEN, True)
    moving.locator(buttons("call")).first.click()
    expect(moving).not_to_have_title(re.compile(r"^\("))
    waiting.clock.fast_forward(A_MINUTE)
    expect(waiting).to_have_title(re.compile(r"^\(1\) "))
    expect(waiting.locator("#turns .badge")).to_contain_text("1")
    waiting.goto("/settings/notifications/")
    waiting.get_by_label("Show how many tables are waiting for my move").uncheck()
    waiting.locator("form:has(#badge-on) button").click()
    expect(waiting.locator(".message")).to_contain_text("Saved")
    expect(waiting.locator("#turns .badge")).to_have_count(0)
    assert not waiting.title().startswith("(")
