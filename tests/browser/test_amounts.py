"""Amounts: SdC's bids as buttons and names of kept cards, Dilemma's slider and the question before an all-in."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import act, new_table, two_at_a_table

pytestmark = pytest.mark.browser


def with_amount(page: Page) -> None:
    """To a question that asks for an amount; nothing has been sent when it is there. Its sheet is open."""
    new_table(page, "dilemma", seats="2", bots="1", visibility="private")
    element = page.locator("#move:not([data-sent])")
    expect(element).to_be_visible()
    while not element.locator("#amount").count():
        act(page, ("check", "call"))
        expect(element).to_be_visible()
    page.locator("#hand .more-sheet > summary").click()
    expect(page.locator("#amount")).to_be_visible()


def test_slider_box_presets_and_button_are_one_number(person: Person) -> None:
    page = person(width=360)
    with_amount(page)
    slider, amount = page.locator("#hand [data-slides]"), page.locator("#amount")
    button = page.locator("#hand button[data-label]")
    slider.fill("200")
    expect(amount).to_have_value("200")
    expect(button).to_contain_text("$200")
    page.locator("#hand [data-fill]").first.click()
    least = amount.get_attribute("min") or ""
    expect(amount).to_have_value(least)
    expect(slider).to_have_value(least)
    amount.fill("150")
    expect(slider).to_have_value("150")
    expect(button).to_contain_text("$150")
    page.keyboard.press("Escape")
    expect(amount).to_be_hidden()


def test_a_question_takes_the_place_of_the_row(person: Person) -> None:
    page = person()
    with_amount(page)
    question = page.locator("#hand").get_attribute("data-question")
    row, asked = page.locator("#hand .tray__actions > .actions").first, page.locator("#hand .sure")
    page.locator("#hand button[value*=all-in]").click()
    expect(asked).to_contain_text("Go all-in with your $")
    expect(row).to_be_hidden()
    asked.get_by_role("button", name="Back").click()
    expect(asked).to_have_count(0)
    amount = page.locator("#amount")
    amount.fill(amount.get_attribute("max") or "")
    page.locator("#hand button[data-sure-above]").click()
    expect(asked).to_contain_text(f"${amount.input_value()}")
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    page.locator("#hand button[data-sure-above]").click()
    assert page.locator("#hand").get_attribute("data-question") == question
    asked.get_by_role("button").last.click()
    expect(page.locator(f"#hand[data-question='{question}'] #move")).to_have_count(0)


def test_a_small_amount_is_not_asked_about(person: Person) -> None:
    page = person()
    with_amount(page)
    question = page.locator("#hand").get_attribute("data-question")
    page.locator("#hand button[data-sure-above]").click()
    expect(page.locator(f"#hand[data-question='{question}'] #move")).to_have_count(0)


# Press a button, and say whether the buttons of the next question can be pressed as soon as they are drawn.
PRESS_AND_LOOK = """(button) => new Promise((done) => {
    new MutationObserver((_, observer) => {
        const next = document.querySelector("#move [name=move]:not([disabled])");
        if (!next) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done(getComputedStyle(next).pointerEvents)));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    button.click();
})"""


def test_a_press_meant_for_the_question_before_answers_nothing(person: Person) -> None:
    page = person()
    new_table(page, "sdc", bots="1", visibility="private")
    draw = page.locator("#hand button[value=draw]")
    expect(draw).to_be_enabled()
    assert draw.evaluate("button => getComputedStyle(button).pointerEvents") == "auto"  # the first of this page
    assert draw.evaluate(PRESS_AND_LOOK) == "none"
    expect(page.locator("html[data-new-question]")).to_have_count(0)
    assert (
        page.locator("#move [name=move]").first.evaluate("button => getComputedStyle(button).pointerEvents") == "auto"
    )


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
