"""The bell: it rings while a page stays open, leads to a list, and from there to what it is about."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.offline import account
from tests.browser.playing import buttons, my_turn, two_at_a_table

pytestmark = pytest.mark.browser
NEWS = "document.dispatchEvent(new Event('visibilitychange'))"  # what a timer does while the page is looked at
ICON = "navigator.setAppBadge = async (count) => { window.badge = count; }; navigator.clearAppBadge = async () => {};"


def rings(page: Page, count: int) -> None:
    """It is asked until the worker has decided, which looks every few seconds."""
    for _ in range(30):
        page.evaluate(NEWS)
        if page.locator("#bell .badge").count():
            break
        page.wait_for_timeout(1000)
    expect(page.locator("#bell .badge")).to_contain_text(str(count))


def test_a_friend_request_rings_on_an_open_page_and_a_tap_leads_there(person: Person) -> None:
    alice, bob = person(width=360), person(width=360)
    for page, name in ((alice, "bell-alice"), (bob, "bell-bob")):
        page.add_init_script(ICON)
        page.goto("/")
        account(page, name)
    bob.goto("/games/sdc/rules/")
    expect(bob.locator("#bell .badge")).to_have_count(0)
    alice.goto("/friends/")
    alice.locator("#friend-name").fill("bell-bob")
    alice.get_by_role("button", name="Send request").click()
    rings(bob, 1)
    assert bob.evaluate("window.badge") == 1
    bob.locator("#bell").click()
    expect(bob).to_have_url(re.compile("/notifications/$"))
    assert bob.evaluate("document.documentElement.scrollWidth") == 360
    bob.get_by_role("button", name="bell-alice wants to be friends with you").click()
    expect(bob).to_have_url(re.compile("/friends/$"))
    expect(bob.locator("#bell .badge")).to_have_count(0)
    bob.goto("/notifications/")
    expect(bob.locator(".told__open")).to_have_count(1)


def test_after_the_first_move_one_is_asked_once(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard", visibility="link")
    moving = alice if my_turn(alice) else bob
    moving.locator(buttons("call")).first.click()
    offer = moving.locator(".turn-offer")
    expect(offer).to_contain_text("How should we tell you when it’s your turn?")
    offer.get_by_role("button", name="Only on this site").click()
    expect(moving.locator("#zone")).to_be_visible()
    expect(offer).to_have_count(0)
