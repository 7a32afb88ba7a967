"""Two people talk at a table, on phones: one tap away, live, and never on the hand."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import my_turn, press, two_at_a_table
from tests.browser.test_axe import complaints

pytestmark = pytest.mark.browser


def open_chat(page: Page) -> None:
    page.locator("#chat-link").click()
    expect(page.locator("#chat-lines")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.locator("#chat-text").fill(words)
    page.locator("#chat-text").press("Enter")


def covers(page: Page, upper: str, lower: str) -> bool:
    boxes = [page.locator(selector).bounding_box() for selector in (upper, lower)]
    a, b = ({"y": 0.0, "height": 0.0} | (box or {}) for box in boxes)
    return a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_two_people_talk_live_at_360_pixels(person: Person) -> None:
    alice, bob = person(width=360), person(locale="ja-JP", width=360)
    two_at_a_table(alice, bob, "sdc")
    rev = bob.locator("#zone").get_attribute("data-revision")
    question = bob.locator("#hand").get_attribute("data-question") or ""

    open_chat(alice)
    assert not covers(alice, "#chat", "#hand")
    assert alice.evaluate("document.documentElement.scrollWidth") == 360
    expect(bob.locator(".chat-link__news")).to_be_hidden()
    say(alice, "Are you there? https://example.org")
    expect(alice.locator(".chat__line")).to_have_count(1)
    expect(alice.locator("#chat-text")).to_have_value("")
    expect(bob.locator(".chat-link__news")).to_be_visible()  # by the stream: polling would take a minute

    open_chat(bob)
    expect(bob.locator(".chat__said")).to_have_text("Are you there? https://example.org")
    expect(bob.locator(".chat__said a")).to_have_count(0)
    expect(bob.locator(".chat-link__news")).to_be_hidden()
    bob.locator("#chat-text").fill("はい、い")  # half written …
    say(alice, "Your move!")
    expect(bob.locator(".chat__line")).to_have_count(2)  # … while the other goes on
    expect(bob.locator("#chat-text")).to_have_value("はい、い")
    expect(bob.locator("#chat-text")).to_be_focused()
    say(bob, "はい、います")
    expect(alice.locator(".chat__said").last).to_have_text("はい、います")
    bob.locator("#chat-phrases summary").click()
    bob.locator("button[value=luck]").click()
    expect(alice.locator(".chat__said").last).to_have_text("Good luck, everyone!")
    expect(bob.locator(".chat__said").last).to_have_text("よろしくお願いします！")

    assert complaints(alice) + complaints(bob) == []
    assert bob.locator("#zone").get_attribute("data-revision") == rev
    assert bob.locator("#hand").get_attribute("data-question") == question
    press(alice, "draw")  # the match goes on, and the chat stays as it is
    expect(bob.locator("#zone")).not_to_have_attribute("data-revision", rev or "")
    expect(bob.locator(".chat__line")).to_have_count(4)

    bob.locator(".chat__more").first.click()
    expect(bob).to_have_url(re.compile(r"/chat/messages/players/1/$"))
    assert complaints(bob) == []
    bob.locator("button[value=mute-here]").click()
    expect(bob.locator(".chat__line")).to_have_count(2)
    expect(alice.locator(".chat__line")).to_have_count(4)
    for path in ("/friends/", "/games/sdc/new/"):
        bob.goto(path)
        assert complaints(bob) == []


def test_the_form_follows_the_match(person: Person) -> None:
    """In Lombard one decides once in a round: until the next one there are quick phrases only."""
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard", opt_target_coins="32")
    for page in (alice, bob):
        open_chat(page)
    first, second = (alice, bob) if my_turn(alice) else (bob, alice)
    expect(first.locator("#chat-text")).to_be_visible()
    press(first, "call")
    expect(first.locator("#chat-text")).to_have_count(0)
    first.locator("button[value=nice]").click()
    expect(second.locator(".chat__said")).to_have_text("Nice move!")
    expect(second.locator("#chat-text")).to_be_visible()
    press(second, "call")
    expect(first.locator("#chat-text")).to_have_count(1)
