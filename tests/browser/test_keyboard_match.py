"""Whole matches by keyboard alone, and what its keys never do."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, buttons, is_over, my_turn
from tests.browser.test_keys import SHORT, active, at_a_table, question, rests, tab_to

pytestmark = pytest.mark.browser

KEYS = "1234567890jqkasbh"
TO_THE_END = ("lombard", "sdc")
DECISIONS = 7  # a round of every title, with all it asks
PLAYS = {
    "crown": (
        "reveal",
        "bishops",
        "nobles",
        "defend",
        "keep",
        "pick",
        "take",
        "discard",
        "attack",
        "end-turn",
        "yield",
    ),
    "dilemma": ("all-in", "check", "call", "fold"),
    "doudizhu": ("refuse", "play", "pass"),
    "get9": ("split", "choose", "check", "call", "all-in", "fold", "open"),
    "lombard": ("double", "call"),
    "sdc": ("draw", "bid", "call"),
}


def presses_nothing(page: Page) -> None:
    """No key presses a button that was not gone to."""
    question_seq = question(page)
    for key in (*KEYS, "Escape", "Backspace"):
        page.keyboard.press(key)
        assert not active(page, ".matches('button')"), key
        page.locator("h1").click()  # away from a number box
    page.keyboard.press("Enter")
    assert question(page) == question_seq
    page.reload()  # nothing is typed or marked


def lists_its_keys(page: Page) -> None:
    """The list opens, takes all keys, and gives the focus back."""
    question_seq, sheet = question(page), page.locator("#keys")
    page.locator("#hand").focus()
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    assert sheet.locator("dt").count() >= 4
    for key in ("1", "k", "5", "h", "Escape"):
        assert active(page, ".closest('#keys') !== null")
        page.keyboard.press(key)
    expect(sheet).to_be_hidden()
    rests(page, "hand")
    expect(page.locator("#hand .is-picked, #hand .pick > :checked")).to_have_count(0)
    page.locator("#how").evaluate("how => (how.open = true)")
    page.locator("#how [data-keys]").click()
    sheet.get_by_role("button").click()
    expect(sheet).to_be_hidden()
    assert question(page) == question_seq


def mark_by_keys(page: Page) -> None:
    """Mark what the hand asks to be marked, a key for each card; go to a bid."""
    if bids := page.locator("#move [data-amount]:enabled").count():
        page.keyboard.press(str(bids))  # the highest, as matches are to end
    elif page.locator("#move [data-next-play]").count():
        page.keyboard.press("h")
    elif page.locator("#move [data-piles]").count():
        page.keyboard.type("123456789")
    elif (group := page.locator("#move fieldset[data-min]")).count():
        numbered = page.locator("#move input[name=card]")
        keys = [numbered.first.get_attribute("value") or ""] if numbered.count() else [str(n) for n in range(1, 10)]
        for key in keys[: int(group.first.get_attribute("data-min") or 0)]:
            page.keyboard.press(key)


@pytest.mark.parametrize("slug", SHORT)
def test_a_match_by_keyboard_alone(person: Person, slug: str) -> None:
    """On a screen as narrow as a phone's, which nothing sticks out of on the way; to the end where that isn't far."""
    page = person(width=360)
    at_a_table(page, slug)
    presses_nothing(page)
    lists_its_keys(page)
    until, decisions = time.monotonic() + MATCH_SECONDS, 0
    while not is_over(page) and (slug in TO_THE_END or decisions < DECISIONS):
        assert time.monotonic() < until, "the match did not end"
        question_seq = question(page)
        if not my_turn(page):
            page.wait_for_timeout(100)
            continue
        mark_by_keys(page)
        kinds = [kind for kind in PLAYS[slug] if page.locator(buttons(kind)).count()]
        if kinds and tab_to(page, buttons(kinds[0])):
            page.keyboard.press("Enter")
            if page.locator("#hand button[data-sure]:focus", has_text="?").count():  # asked once more
                page.keyboard.press("Enter")
            expect(page.locator(f"#hand[data-question='{question_seq}'] #move")).to_have_count(0)
            rests(page, "hand", "turn")
            decisions += 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert decisions >= 1
    if not is_over(page):
        return
    expect(page.locator(".result-table").first).to_be_visible()
    page.locator("#turn").get_by_text("The match is over.").wait_for()
    rests(page, "turn")
    expect(page.locator("#announcer")).to_contain_text("The match is over.")
