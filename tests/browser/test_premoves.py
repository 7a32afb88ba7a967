"""Planning ahead in the tray: what one fills in stays while the table goes on, and the plan answers by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import FETCHED_ANEW, my_turn, press, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]


def offer(page: Page, kind: str) -> str:
    return f'.plan__offer:has(input[name="type"][value="{kind}"])'


def test_a_plan_is_filled_in_filed_changed_and_played(person: Person) -> None:
    alice, bob = person(width=360), person(width=360)
    two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    bob.reload()
    asked, waits = (alice, bob) if my_turn(alice) else (bob, alice)
    expect(asked.locator("#plan")).to_have_count(0)  # who is asked answers
    waits.locator("#plan-fold > summary").click()
    assert waits.locator("#hand").evaluate("(hand) => hand.scrollWidth <= hand.clientWidth"), "nothing sticks out"
    wary = waits.locator(f"{offer(waits, 'double-up')} select[name=wary]")
    wary.select_option("true")
    wary.focus()
    waits.evaluate(FETCHED_ANEW)
    expect(wary).to_have_value("true")
    expect(wary).to_be_focused()
    expect(waits.locator("#plan-fold")).to_have_attribute("open", "")
    waits.locator(f"{offer(waits, 'double-up')} button").click()
    expect(waits.locator(".plan__filed")).to_contain_text("double, unless an opened card pairs above mine")
    waits.locator("#plan-fold > summary").click()
    waits.locator(f"{offer(waits, 'step-out')} button").click()
    expect(waits.locator(".plan__filed")).to_contain_text("Planned: fold")
    expect(asked.locator("body")).not_to_contain_text("Planned:")
    press(asked, "call")
    expect(waits.locator("#zone .recap, #tail").first).to_be_attached()
    expect(waits.locator("#tail")).to_contain_text("You fold.")
    expect(waits.locator(".plan__filed")).to_have_count(0)


def test_without_scripts_a_plan_is_filed_and_withdrawn(person: Person) -> None:
    alice, bob = person(scripts=False), person(scripts=False)
    two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    bob.reload()
    waits = bob if my_turn(alice) else alice
    waits.locator("#plan-fold > summary").click()
    waits.locator(f"{offer(waits, 'step-out')} button").click()
    expect(waits.locator(".plan__filed")).to_contain_text("Planned: fold")
    waits.locator(".plan__filed button").click()
    expect(waits.locator(".plan__filed")).to_have_count(0)
    expect(waits.locator("#plan-fold > summary")).to_have_text("Plan ahead")
