"""Amounts: SdC's bids as buttons and names of kept cards, Dilemma's slider and the question before an all-in."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import act, new_table, two_at_a_table

pytestmark = pytest.mark.browser


def with_amount(page: Page) -> None:
    """To a question that asks for an amount; nothing has been sent when it is there."""
    new_table(page, "dilemma", seats="2", bots="1", visibility="private")
    element = page.locator("#move:not([data-sent])")
    expect(element).to_be_visible()
    while not element.locator("#amount").count():
        act(page, ("check", "call"))
        expect(element).to_be_visible()


def test_slider_box_and_presets_are_one_number(person: Person) -> None:
    page = person(width=360)
    with_amount(page)
    slider, amount = page.locator("#hand [data-slides]"), page.locator("#amount")
    slider.fill("200")
    expect(amount).to_have_value("200")
    page.locator("#hand [data-fill]").first.click()
    least = amount.get_attribute("min") or ""
    expect(amount).to_have_value(least)
    expect(slider).to_have_value(least)
    amount.fill("150")
    expect(slider).to_have_value("150")


def test_an_all_in_is_asked_about_once_more(person: Person) -> None:
    page = person()
    with_amount(page)
    question = page.locator("#hand").get_attribute("data-question")
    all_in = page.locator("#hand button[value*=all-in]")
    expect(page.locator("#hand").get_by_text("All-in")).to_have_count(1)
    all_in.click()
    expect(all_in).to_contain_text("Really all-in")
    page.locator("#hand [data-fill]").first.click()  # anything else is a no
    expect(all_in).not_to_contain_text("Really")
    amount = page.locator("#amount")
    amount.fill(amount.get_attribute("max") or "")
    raising = page.locator("#hand button[data-sure-above]")
    raising.click()
    expect(raising).to_contain_text("More than half")
    assert page.locator("#hand").get_attribute("data-question") == question
    raising.click()
    expect(page.locator(f"#hand[data-question='{question}'] #move")).to_have_count(0)


def test_what_is_kept_is_named_and_the_button_says_what_it_does(person: Person) -> None:
    page = person(width=360)
    new_table(page, "sdc", bots="1", visibility="private")
    keeps, button = page.locator("#hand .sdc-keeps"), page.locator("#hand button[value=draw]")
    whole = page.locator("#hand .sdc-whole")
    expect(button).to_have_text("Keep all five")
    expect(whole).to_contain_text("Your hand: ")
    expect(keeps).to_be_hidden()
    for place in "12345":
        page.keyboard.press(place)
    expect(keeps).to_have_text("You keep: nothing")
    expect(whole).to_be_hidden()
    expect(button).to_have_text("Exchange 5")
    for place in "12345":
        page.keyboard.press(place)
    expect(keeps).to_be_hidden()
    expect(whole).to_be_visible()
    expect(button).to_have_text("Keep all five")


def test_a_digit_goes_to_the_bid_and_enter_makes_it(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "sdc", opt_first_opener="seat1")
    for page in (alice, bob):
        page.locator("#hand button[value=draw]").click()
    bids = alice.locator("#hand [data-amount]")
    expect(bids).to_have_count(5)
    alice.keyboard.press("4")
    expect(bids.nth(3)).to_be_focused()
    alice.keyboard.press("Enter")
    expect(bob.locator("#hand [data-amount]:enabled")).to_have_text(["5"])
    bob.locator("#hand [data-amount]:enabled").click()
    expect(alice.locator("#hand button[value*=call]")).to_contain_text("Call 5")
