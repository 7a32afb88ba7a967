"""Animations at a table, who gets none, and the switch for sounds."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import (
    GO_ON,
    LOOK_MS,
    act,
    my_turn,
    play_to_the_end,
    press,
    quick_table,
    table_with_beginners,
    two_at_a_table,
)

pytestmark = [pytest.mark.browser, pytest.mark.moving]

# Animations are paused, so that they can be seen on a busy machine.
STILL = 0.001
# Two frames after a change everything that is to move does.
SETTLED = """() => new Promise((done) => {
    const frames = (n, then) => (n ? requestAnimationFrame(() => frames(n - 1, then)) : then());
    frames(2, () => done(true));
})"""
MOVING = """
    () => document.getAnimations().filter((one) => ["fly", "open", "chips", "pulse"].includes(one.id))
        .map((one) => `${one.id} ${one.effect.target.closest(".seat--me") ? "mine" : ""}`.trim())
"""
# On the present board, still out of sight, one seat has less than before and the other more.
PAID = """() => document.querySelectorAll("#zone > .board .seat .chips").forEach((chips, n) => {
    chips.textContent = n ? "99" : "-99";
})"""
# A held board stays until a person continues.
STAYS = """
    const later = setTimeout;
    window.setTimeout = (call, after, ...rest) => after === 2500 ? 0 : later(call, after, ...rest);
"""
# Counts what would make a sound.
LISTENING = """
    window.contexts = 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts += 1; } };
"""


def stop_animations(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": STILL})


def one_calls(alice: Page, bob: Page) -> Page:
    """The player to move at a table of Lombard Hold'em opens a card. Return that page."""
    two_at_a_table(alice, bob, "lombard")
    mover = alice if my_turn(alice) else bob
    for page in (alice, bob):
        stop_animations(page)
        expect(page.locator("#zone .seat [data-card]")).to_have_count(0)
    press(mover, "call")
    for page in (alice, bob):
        expect(page.locator("#zone .seat [data-card]")).to_have_count(1)
        page.evaluate(SETTLED)
    return mover


def test_a_card_flies_out_of_the_hand_and_a_coin_into_the_pot(person: Person) -> None:
    alice, bob = person(), person()
    mover = one_calls(alice, bob)
    moving = mover.evaluate(MOVING)
    assert moving.count("fly mine") == 1
    assert {"chips", "pulse mine"} <= set(moving)
    other = bob if mover is alice else alice
    animations = other.evaluate(MOVING)
    assert {"open", "chips", "pulse"} <= set(animations)
    assert "fly" not in animations  # its place in the other hand is secret
    assert other.locator(".flights").evaluate("node => getComputedStyle(node).pointerEvents") == "none"


def test_the_next_change_ends_what_is_moving(person: Person) -> None:
    alice, bob = person(), person()
    mover = one_calls(alice, bob)
    other = bob if mover is alice else alice
    other.evaluate("window.earlier = document.getAnimations().filter((one) => one.id)")
    rev = other.locator("#zone").get_attribute("data-revision") or ""
    press(other, "call")
    expect(other.locator("#zone")).not_to_have_attribute("data-revision", rev)
    assert other.evaluate("window.earlier.length > 0 && window.earlier.every((one) => one.playState === 'idle')")


def test_nothing_flies_over_the_result(person: Person) -> None:
    """While the held last board is replaced, and a player is paid between the two."""
    page = person()
    page.add_init_script(STAYS)
    table_with_beginners(page, "sdc", opt_start_coins="5")
    play_to_the_end(page)
    expect(page.locator("#previous-board.is-shown")).to_be_visible()
    page.evaluate(SETTLED)
    stop_animations(page)
    page.evaluate(PAID)
    page.evaluate(GO_ON)
    expect(page.locator("#zone > .finished")).to_be_visible()
    page.evaluate(SETTLED)
    assert [animation for animation in page.evaluate(MOVING) if not animation.startswith("pulse")] == []


def test_with_reduced_motion_nothing_moves(person: Person) -> None:
    alice, bob = person(moving=False), person(moving=False)
    one_calls(alice, bob)
    for page in (alice, bob):
        assert page.evaluate(MOVING) == []
        expect(page.locator(".flights")).to_have_count(0)


def test_sounds_are_off_until_they_are_switched_on_and_that_is_remembered(person: Person) -> None:
    page = person()
    page.add_init_script(LISTENING)
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    quick_table(page, "lombard")
    switch = page.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.locator("h1").click()  # a gesture alone switches nothing on
    assert page.evaluate("window.contexts") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.contexts === 1")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.contexts") == 0  # browsers wait for a gesture, and so does the page
    page.locator("h1").click()
    page.wait_for_function("() => window.contexts === 1")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert [url for url in urls if re.search(r"\.(mp3|ogg|wav|opus|m4a)\b", url)] == []


# Notes what would be felt.
FEELING = """
    window.touches = [];
    Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.touches.push(pattern) });
"""
CHANGED = "detail => document.dispatchEvent(new CustomEvent('tefuda:changed', { detail }))"


def after_a_deal(page: Page) -> None:
    """A person plays until the question comes: it is shown until the next move is sent."""
    page.add_init_script(LISTENING + FEELING)
    table_with_beginners(page, "sdc")
    question = page.get_by_role("group", name="Sound on?")
    expect(question).to_be_hidden()
    while not question.is_visible():
        act(page)
        page.wait_for_timeout(LOOK_MS)


def test_whether_there_are_sounds_is_asked_once_after_a_deal(person: Person) -> None:
    page = person(width=360)
    after_a_deal(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("window.contexts") == 0
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("group", name="Sound on?")).to_be_hidden()
    page.reload()
    page.evaluate("document.dispatchEvent(new CustomEvent('tefuda:update'))")
    expect(page.get_by_role("group", name="Sound on?")).to_be_hidden()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")


def test_who_says_yes_hears_it_and_feels_what_matters_most(person: Person) -> None:
    page = person()
    after_a_deal(page)
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.contexts === 1 && window.touches.length === 1")
    page.evaluate(CHANGED, {"deal": True, "turn": True})
    page.evaluate(CHANGED, {"card": True})
    assert page.evaluate("window.touches") == [[20], [40, 80, 40]]
    page.locator("#sound").click()
    page.evaluate(CHANGED, {"won": True})
    assert page.evaluate("window.touches.length") == 2


def test_with_reduced_motion_nothing_is_felt(person: Person) -> None:
    page = person(moving=False)
    page.add_init_script(FEELING)
    quick_table(page, "lombard")
    page.locator("#sound").click()
    page.evaluate(CHANGED, {"won": True})
    assert page.evaluate("window.touches") == []


def test_without_a_script_there_is_no_switch(person: Person) -> None:
    page = person(scripts=False)
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").first.click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("#sound")).to_be_hidden()
