"""What people agree on reaches the others' open pages, and the hand waits meanwhile."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import press, two_at_a_table

pytestmark = pytest.mark.browser


def test_a_pause_is_proposed_agreed_on_and_ended(person: Person) -> None:
    alice, bob = person(), person(locale="ja-JP", width=360)
    two_at_a_table(alice, bob, "sdc")
    alice.locator("aside summary", has_text="About this table").click()
    alice.locator("button[name=kind][value=pause]").click()
    expect(alice.locator(".proposal button[value=refuse]")).to_have_text("Withdraw proposal")
    bob.locator(".proposal button[value=agree]").click(timeout=20_000)
    expect(bob.locator("#turn.turn--frozen")).to_be_visible()
    expect(alice.locator("#turn.turn--frozen")).to_be_visible(timeout=20_000)
    expect(alice.locator(".proposal")).to_have_count(0)
    expect(alice.locator("time[data-deadline]")).to_have_count(0)
    alice.locator("#turn button[value=pause]").click()
    expect(bob.locator("#turn.turn--mine")).to_be_visible(timeout=20_000)
    press(bob, "draw")
    expect(bob.locator("#hand button[name=type][value=draw]")).to_have_count(0)
