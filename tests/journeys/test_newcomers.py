"""People who are new: guests, accounts, lessons, invitations by staff."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.journeys.steps import (
    PASSWORD,
    create_table,
    get_invitation,
    log_in,
    open_menu,
    play,
    play_at_once,
    sign_up,
    sit_down,
)

pytestmark = pytest.mark.browser
SHORT = {"opt_start_coins": "8", "opt_target_coins": "16"}


def test_a_guest_becomes_an_account(person: Person) -> None:
    """A match by one click on a phone, the account saved afterwards, and the match found again after logging in."""
    phone = person(width=360)
    play_at_once(phone, "sdc")
    play(phone)
    phone.goto("/settings/profile/")
    phone.get_by_role("link", name=re.compile("Save")).first.click()
    phone.locator("[name=username]").fill("newcomer")
    for name in ("password1", "password2"):
        phone.locator(f"[name={name}]").fill(PASSWORD)
    phone.locator("main form button.btn--confirm").first.click()
    expect(phone).not_to_have_url(re.compile("claim"))
    log_out(phone)
    phone.goto("/account/login/")
    log_in(phone, "newcomer")
    phone.goto("/history/")
    expect(phone.locator(".line")).to_have_count(1)


def test_a_guest_logs_in_and_brings_the_seat_along(person: Person) -> None:
    """A person opens an invitation on a new phone, plays as a guest, and remembers having an account."""
    alice, bob, phone = person(), person(), person(width=360)
    sign_up(alice, "alice-phone")
    sign_up(bob, "bob-phone")
    table = create_table(alice, "lombard", **SHORT)
    phone.goto(get_invitation(alice))
    sit_down(phone)
    expect(phone.locator("#hand")).to_be_visible()
    phone.goto("/account/login/")
    expect(phone.locator("main")).to_contain_text("move to your account")
    log_in(phone, "bob-phone")
    bob.goto("/lobby/")
    bob.locator("#mine .line__link").first.click()
    assert bob.url == table
    play(alice, bob)


@pytest.mark.slow
def test_an_invited_person_logs_in_before_sitting_down(person: Person) -> None:
    alice, bob = person(), person(width=360)
    sign_up(alice, "alice-private")
    sign_up(bob, "bob-private")
    log_out(bob)
    table = create_table(alice, "lombard", private="on", **SHORT)
    bob.goto(table)
    bob.locator("main").get_by_role("link", name="Log in").click()
    log_in(bob, "bob-private")
    assert bob.url == table, "where it leads, although it isn't open to them yet"
    bob.goto(get_invitation(alice) + "。")
    sit_down(bob)
    expect(bob.locator("#hand")).to_be_visible()


@pytest.mark.slow
def test_a_lesson_begun_as_a_stranger_goes_on_with_an_account(person: Person) -> None:
    page = person()
    page.goto("/games/lombard/lessons/")
    page.locator("main a[href*='/lessons/one-turn/']").first.click()
    page.locator(".btn[data-pointed]").first.click()
    page.wait_for_load_state()
    sign_up(page, "learner")
    page.context.clear_cookies(name="lessons")  # what the device knows
    page.goto("/games/lombard/lessons/")
    expect(page.locator(".lesson-list")).to_contain_text(re.compile("1 of \\d steps|done"))


@pytest.mark.slow
def test_a_member_leaves_for_good(person: Person) -> None:
    """Their matches stay for the others, under another name; the rematch doesn't wait for them."""
    alice, bob = person(), person()
    sign_up(alice, "alice-stays")
    sign_up(bob, "bob-leaves")
    table = create_table(alice, "sdc", opt_start_coins="5")
    bob.goto(get_invitation(alice))
    sit_down(bob)
    play(alice, bob)
    bob.goto("/settings/data/")
    bob.get_by_label("Current password").fill(PASSWORD)
    bob.get_by_label("I’m sure").check()
    bob.get_by_role("button", name="Delete my account").click()
    expect(bob).to_have_url(re.compile("/$"))
    alice.goto(table)
    expect(alice.locator("main")).to_contain_text("Former player")
    alice.get_by_role("button", name="Rematch").first.click()
    expect(alice.locator("#hand")).to_be_visible()


def log_out(page) -> None:
    page.goto("/")
    open_menu(page)
    page.locator("form[action$='/logout/'] button").first.click()
    page.wait_for_load_state()
    confirm = page.locator("main form[action$='/logout/'] button")
    if confirm.count():
        confirm.first.click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    open_menu(page)
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
