"""Pages in both languages and both themes, from a phone to a desktop."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import new_table, new_table_by_hand, quick_table

pytestmark = pytest.mark.browser

SLUGS = ("lombard", "crown", "sdc", "dilemma", "doudizhu", "get9")


def test_the_hand_leaves_the_table_in_sight_on_a_desktop(person: Person) -> None:
    page = person(locale="ja-JP")
    for slug in SLUGS:
        quick_table(page, slug)
        expect(page.locator("#move")).to_be_visible()
        assert page.locator("#hand").evaluate("hand => hand.offsetHeight") < 450, slug  # half of it


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_no_table_of_a_rulebook_scrolls_sideways_on_a_phone(person: Person, locale: str) -> None:
    page = person(locale=locale)
    page.set_viewport_size({"width": 360, "height": 740})
    for slug in SLUGS:
        page.goto(f"/games/{slug}/rules/")
        tables = page.locator(".prose__table")
        assert tables.count() >= 2, slug
        assert tables.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0, slug


def test_a_wide_table_stays_one_for_screen_readers_on_a_phone(person: Person) -> None:
    page = person()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/games/sdc/rules/")
    hands = page.get_by_role("table").filter(has_text="Royal flush")
    expect(hands.get_by_role("columnheader")).to_have_text(["Hand", "Example", "Between two of them decides"])
    expect(hands.get_by_role("row")).to_have_count(11)
    row = hands.get_by_role("row").filter(has_text="High card").get_by_role("cell")
    expect(row).to_have_count(3)
    label = "cell => getComputedStyle(cell, '::before').content"
    assert "Between two of them decides" in row.nth(2).evaluate(label)


def test_language_and_theme_switch(person: Person) -> None:
    page = person()
    page.goto("/")
    page.locator(".menu > summary").click()
    page.locator("button[name=language][value=ja]").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator(".menu > summary").click()
    page.locator("button[name=theme][value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/lobby/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_guest_becomes_a_full_account_and_keeps_the_seat(person: Person) -> None:
    page = person()
    address = new_table_by_hand(page, "sdc", visibility="private", opt_start_coins="5")
    page.goto("/lobby/")
    expect(page.locator(f"a[href*='{address.split('/tables/')[1]}']").first).to_be_visible()
    page.goto("/account/claim-guest/")
    page.locator("[name=username]").fill("tanaka")
    for n in (1, 2):
        page.locator(f"[name=password{n}]").fill("furuike-ya-17-kawazu")
    page.locator("main form button").first.click()
    page.wait_for_url(lambda url: "claim-guest" not in url)
    other_page = person()
    other_page.goto("/account/login/")
    other_page.locator("[name=login]").fill("tanaka")
    other_page.locator("[name=password]").fill("furuike-ya-17-kawazu")
    other_page.locator("main form button").first.click()
    other_page.wait_for_url(lambda url: "login" not in url)
    other_page.goto(address)
    expect(other_page.locator("form[action$='/leave/']")).to_be_visible()


def test_the_estimate_follows_what_is_chosen(person: Person) -> None:
    page = person()
    page.goto("/games/sdc/new/")
    expect(page.locator("#estimate")).to_contain_text("three times a day")
    page.locator("#more > summary").click()
    page.locator("[name=clock]").select_option("3600")
    expect(page.locator("#estimate")).to_contain_text("once an hour")
    page.locator("[name=visibility][value=bots]").check()
    expect(page.locator("#estimate")).to_contain_text("No one to wait for")
    expect(page.locator("button[name=estimate]")).to_be_hidden()


def test_a_stranger_cannot_find_a_private_table(person: Person) -> None:
    alice, charlie = person(), person()
    address = new_table(alice, "lombard", visibility="private")
    answer = charlie.goto(address)
    assert answer is not None
    assert answer.status == 404
