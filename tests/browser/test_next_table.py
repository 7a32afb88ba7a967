"""Led to the next table after a move, by choice: not by itself otherwise, and not away from what one has begun."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import posted, press, two_at_a_table

pytestmark = pytest.mark.browser
NOTICE = "On to the next table in a moment."


def two_tables(person: Person, *, goes: bool) -> tuple[Page, str, str]:
    """Alice is asked at both, and looks at the first."""
    alice, bob = person(), person()
    for page in (alice, bob):
        page.goto("/")
    second_address = two_at_a_table(alice, bob, "sdc")
    first_address = two_at_a_table(alice, bob, "sdc")
    posted(alice, "/settings/next-table/", goes="on" if goes else "off")
    alice.goto(first_address)
    return alice, first_address, second_address


def test_a_move_leads_on(person: Person) -> None:
    alice, _, second_address = two_tables(person, goes=True)
    press(alice, "draw")
    expect(alice.locator(".next-table [role=status]")).to_contain_text(NOTICE)
    expect(alice).to_have_url(second_address)
    expect(alice.locator("#move")).to_be_visible()


def test_a_touch_keeps_one_here(person: Person) -> None:
    alice, first_address, _ = two_tables(person, goes=True)
    alice.clock.install()
    press(alice, "draw")
    notice = alice.locator(".next-table [role=status]")
    expect(notice).to_contain_text(NOTICE)
    alice.mouse.wheel(0, 10)
    expect(notice).to_be_hidden()
    alice.clock.fast_forward(30_000)
    expect(alice).to_have_url(first_address)


@pytest.mark.parametrize("goes", [False, True])
def test_neither_without_having_chosen_it_nor_away_from_what_one_writes(person: Person, goes: bool) -> None:
    alice, first_address, _ = two_tables(person, goes=goes)
    alice.clock.install()
    if goes:
        alice.evaluate("document.querySelector('#main').append(document.createElement('textarea'))")
        alice.locator("#main > textarea").fill("Just a mo")
        alice.locator("#main > textarea").blur()
    press(alice, "draw")
    expect(alice.get_by_role("link", name="Next table (1) →")).to_be_visible()
    alice.clock.fast_forward(30_000)
    expect(alice.locator(".next-table [role=status]")).to_be_hidden()
    expect(alice).to_have_url(first_address)
