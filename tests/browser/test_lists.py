"""Lists that stay open, and the actions of hosts and of players who resign."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import SEED_GIVEN, buttons, my_turn, new_table, two_at_a_table

pytestmark = pytest.mark.browser
NEWS = "document.dispatchEvent(new Event('visibilitychange'))"  # what a timer does while the page is looked at


def test_badge_title_and_lobby_follow(person: Person) -> None:
    alice, bob = person(), person()
    address = two_at_a_table(alice, bob, "lombard", visibility="link")
    mover, other = (alice, bob) if my_turn(alice) else (bob, alice)
    mover.goto("/lobby/")
    other.goto("/lobby/")
    expect(mover).to_have_title(re.compile(r"^\(1\) "))
    assert not other.title().startswith("(")
    mover.locator("#mine .line__link").focus()
    table = mover.context.new_page()
    table.goto(address)
    table.locator(buttons("call")).first.click()
    expect(table).not_to_have_title(re.compile(r"^\("))
    for page in (mover, other):
        page.evaluate(NEWS)
    expect(mover).not_to_have_title(re.compile(r"^\("))
    expect(mover.locator("#mine .line--turn")).to_have_count(0)
    expect(mover.locator("#mine .line__link")).to_be_focused()
    expect(other).to_have_title(re.compile(r"^\(1\) "))
    expect(other.locator("#turns .badge")).to_contain_text("1")
    expect(other.locator("#mine .line--turn")).to_have_count(1)


def test_an_invitation_is_copied(person: Person) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    new_table(page, "lombard", visibility="private")
    expect(page.locator(SEED_GIVEN)).to_have_count(1)  # what comes then says "Copy" once more
    page.bring_to_front()
    page.locator('[data-action="copy#copy"]').click()
    expect(page.locator('[data-action="copy#copy"]')).to_have_text("Copied")
    address = page.locator("#invite").input_value()
    assert "/invitations/" in address
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' }))")
    page.locator("#paste").press("ControlOrMeta+V")
    expect(page.locator("#paste")).to_have_value(address)


def test_where_nothing_copies_the_address_can_be_selected(person: Person) -> None:
    page = person()
    page.add_init_script("delete Navigator.prototype.clipboard; delete Navigator.prototype.share")
    new_table(page, "lombard", visibility="private")
    expect(page.locator('[data-action="copy#copy"]')).to_be_hidden()
    expect(page.locator('[data-action="copy#share"]')).to_be_hidden()
    page.locator("#invite").focus()
    assert page.evaluate("getSelection().toString()") == page.locator("#invite").input_value()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_host_removes_somebody(person: Person, scripts: bool) -> None:
    alice, bob = person(scripts=scripts), person()
    address = new_table(alice, "lombard", seats="3", visibility="link")
    bob.goto(address)
    bob.locator("form[action$='/join/'] button").first.click()
    expect(bob.locator("form[action$='/leave/']")).to_be_visible()
    expect(bob.locator("form[action$='/remove/']")).to_have_count(0)
    alice.goto(address)
    alice.locator("form[action$='/remove/'] button").click()
    expect(alice.locator(".place--vacant")).to_have_count(2)
    expect(bob.locator("form[action$='/leave/']")).to_have_count(0)
    bob.goto("/lobby/")
    expect(bob.locator("main .message")).to_contain_text("has freed your seat")


@pytest.mark.parametrize("scripts", [True, False])
def test_whoever_resigns_is_played_on_for(person: Person, scripts: bool) -> None:
    page = person(scripts=scripts)
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").click()
    page.wait_for_url("**/tables/**")
    address = page.url
    page.locator("details", has=page.locator("a[href$='/resign/']")).locator("summary").click()
    page.locator("a[href$='/resign/']").click()
    page.locator("main form button").click()
    page.wait_for_url(address)
    expect(page.locator("#zone")).to_contain_text("You have resigned")
    page.goto("/lobby/")
    expect(page.locator("main .line", has_text="resigned").first).to_be_visible()
