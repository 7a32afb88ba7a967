"""Every other title is played to its end by a person in a browser against bots."""

import time

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act, is_over, my_turn, new_table

pytestmark = pytest.mark.browser

SHORT = {
    "dilemma": {"seats": "2", "bots": "1", "opt_max_hands": "12"},
    "doudizhu": {"bots": "3", "opt_deals": "1"},
    "crown": {"seats": "2", "bots": "1", "opt_target_points": "5"},
}
PRESSED = {
    "dilemma": ("all-in", "check", "call", "fold"),
    "doudizhu": ("refuse", "play", "pass"),
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
}


@pytest.mark.parametrize("slug", SHORT)
def test_a_person_plays_a_whole_match(person: Person, slug: str) -> None:
    page = person(width=360)
    new_table(page, slug, visibility="private", bot_level="beginner", **SHORT[slug])
    until, decisions = time.monotonic() + MATCH_SECONDS, 0
    while not is_over(page):
        assert time.monotonic() < until, "the match did not end"
        if my_turn(page):
            try:
                marked(page)
            except TookTooLong:  # the hand was renewed meanwhile
                continue
            decisions += act(page, PRESSED[slug]) is not None
        page.wait_for_timeout(40)
    assert decisions >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".result-table").first).to_be_visible()


def marked(page: Page) -> None:
    """Mark what the hand asks to be marked: a hint where there is one, else the first cards that will do."""
    hint = page.locator("#move [data-hint]:enabled")
    if hint.count():
        hint.click(timeout=2_000)
    for group in page.locator("#move fieldset[data-min]").all():
        boxes = group.locator(".pick > input")
        for at in range(int(group.get_attribute("data-min") or 0)):
            boxes.nth(at).check(force=True, timeout=2_000)


def test_a_long_name_stays_inside_its_seat_on_a_phone(person: Person) -> None:
    page = person(width=360)
    new_table(page, "lombard", seats="11", bots="10", visibility="private", bot_level="beginner")
    expect(page.locator(".seat")).to_have_count(11)
    sticking_out = page.evaluate(
        """() => [...document.querySelectorAll(".seat")].filter((seat) => {
          const name = seat.querySelector(".seat__name");
          name.textContent = "Unreasonably Longwinded Cormorant";
          return name.getBoundingClientRect().right > seat.getBoundingClientRect().right;
        }).length"""
    )
    assert sticking_out == 0
