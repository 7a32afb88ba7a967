"""Planning ahead in the tray: input stays while the match goes on, and the plan answers automatically."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import FETCHED_ANEW, my_turn, press, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]


def offer(page: Page, kind: str) -> str:
    return f'.plan__offer:has(input[name="type"][value="{kind}"])'


def unfold(page: Page, kind: str) -> None:
    """All plans, and of them this kind: on a phone one at a time is open."""
    if page.locator("#plan-fold").get_attribute("open") is None:
        page.locator("#plan-fold > summary").click()
    page.locator(f"#plan-{kind} > summary").click()
    expect(page.locator(".plan__one[open]")).to_have_count(1)


def test_a_plan_is_filled_in_filed_changed_and_played(person: Person) -> None:
    alice, bob = person(width=360), person(width=360)
    two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    bob.reload()
    mover, waits = (alice, bob) if my_turn(alice) else (bob, alice)
    expect(mover.locator("#plan")).to_have_count(0)  # the player to move answers
    unfold(waits, "step-out")
    unfold(waits, "double-up")
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
    waits.locator(".plan__chip button", has_text="Fold").click()
    expect(waits.locator(".plan__filed")).to_contain_text("Planned: fold")
    expect(mover.locator("body")).not_to_contain_text("Planned:")
    press(mover, "call")
    expect(waits.locator("#zone .recap, #tail").first).to_be_attached()
    expect(waits.locator("#tail")).to_contain_text("You fold.")
    expect(waits.locator("#tail")).to_contain_text("Your plan answers: fold.")
    expect(mover.locator("body")).not_to_contain_text("Your plan answers")
    expect(waits.locator(".plan__filed")).to_have_count(0)


def test_without_scripts_a_plan_is_filed_and_withdrawn(person: Person) -> None:
    alice, bob = person(scripts=False), person(scripts=False)
    two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    bob.reload()
    waits = bob if my_turn(alice) else alice
    unfold(waits, "step-out")
    waits.locator(f"{offer(waits, 'step-out')} button").click()
    expect(waits.locator(".plan__filed")).to_contain_text("Planned: fold")
    waits.locator(".plan__filed button").click()
    expect(waits.locator(".plan__filed")).to_have_count(0)
    expect(waits.locator("#plan-fold > summary")).to_have_text("Another plan")


def test_in_the_list_of_tables_one_tap_plans_and_another_takes_back(person: Person) -> None:
    alice, bob = person(width=360), person(width=360)
    two_at_a_table(alice, bob, "lombard", visibility="link", opt_target_coins="32")
    bob.reload()
    mover, waits = (alice, bob) if my_turn(alice) else (bob, alice)
    mover.goto("/lobby/")
    expect(mover.locator(".line__plan")).to_have_count(0)
    waits.goto("/lobby/")
    waits.locator(".line__plan > summary").click()
    waits.locator(".line__plan button", has_text="Double").click()
    expect(waits.locator("#mine .line__plan")).to_contain_text("Planned: double")
    waits.locator(".line__plan button", has_text="Take back").click()
    expect(waits.locator(".line__plan > summary")).to_have_text("Plan ahead")
