"""The board before it was cleared: held for a moment, never in anybody's way, shown once."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import FETCHED_ANEW, MATCH_SECONDS, act, my_turn, new_table, press, stuck, two_at_a_table
from tests.browser.test_axe import complaints

pytestmark = [pytest.mark.browser, pytest.mark.moving]

PRESENT = "#zone > .board"
SHOWN, STRIP = "#previous-board.is-shown", "#previous-board.is-past"
STAYS = """() => {
    const later = setTimeout;
    window.setTimeout = (call, after, ...rest) => after > 2400 && after < 9000 ? 0 : later(call, after, ...rest);
}"""


def a_round_ends(person: Person, *, stays: bool = True, **options: object) -> tuple[Page, Page]:
    """A Lombard table for two after the player to move has folded: the other player's page, and that player's.

    If the held board `stays`, nothing ends automatically, however long a busy machine takes until the test looks.
    """
    alice, bob = person(**options), person(**options)
    two_at_a_table(alice, bob, "lombard", visibility="link")
    bob.reload()
    for page in (alice, bob):
        if stays:
            page.evaluate(STAYS)
    folds = alice if my_turn(alice) else bob
    press(folds, "fold")
    for page in (alice, bob):
        expect(page.locator("#previous-board")).to_have_count(1)
    return (bob if folds is alice else alice), folds


def test_it_takes_the_boards_place_and_gives_it_back(person: Person) -> None:
    page, _ = a_round_ends(person, stays=False)
    if page.locator("#hand[data-question='']").count():
        expect(page.locator(STRIP)).to_have_count(1)  # automatically
    else:  # until one goes on
        expect(page.locator("#zone:has(> .is-shown) > .board")).to_be_hidden()
        expect(page.locator(".is-timed")).to_have_count(0)
        page.locator("#previous-board .previous-board__continue").click()
    expect(page.locator(PRESENT)).to_be_visible()
    page.reload()
    expect(page.locator(PRESENT)).to_be_visible()
    expect(page.locator(f"{STRIP} .board")).to_be_hidden()
    page.locator(f"{STRIP} summary").click()
    expect(page.locator(f"{STRIP} .board")).to_be_visible()


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_key_goes_on_and_presses_nothing(person: Person, key: str) -> None:
    page, _ = a_round_ends(person)
    expect(page.locator("#previous-board.is-shown")).to_be_visible()
    question = page.locator("#hand").get_attribute("data-question")
    page.locator("h1").click()
    page.keyboard.press(key)
    expect(page.locator(STRIP)).to_have_count(1)
    expect(page.locator(PRESENT)).to_be_visible()
    assert page.locator("#hand").get_attribute("data-question") == question


def test_the_focus_goes_on_with_continue(person: Person) -> None:
    page, _ = a_round_ends(person)
    expect(page.locator("#previous-board.is-shown")).to_be_visible()
    page.locator("#previous-board .previous-board__continue").focus()
    page.keyboard.press("Enter")
    expect(page.locator(STRIP)).to_have_count(1)
    assert page.evaluate("document.activeElement.id") in ("hand", "turn")


def test_it_outlasts_news_and_ends_with_ones_own_move(person: Person) -> None:
    pages = a_round_ends(person)
    for page in pages:
        expect(page.locator("#previous-board.is-shown .board")).to_be_visible()
        page.locator("#previous-board .previous-board__continue").focus()
    for page in pages:
        rev = page.locator("#zone").get_attribute("data-revision")
        page.evaluate(FETCHED_ANEW)
        expect(page.locator(f"#zone[data-revision='{rev}']")).to_have_count(1)
        expect(page.locator("#previous-board .board")).to_be_visible()
        expect(page.locator("#previous-board")).to_contain_text("the pot")
        expect(page.locator(PRESENT)).to_be_hidden()
        assert page.evaluate("document.activeElement.matches('.previous-board__continue')")
    mover = next(page for page in pages if my_turn(page))
    press(mover, "double")
    expect(mover.locator("#previous-board")).to_have_count(0)
    expect(mover.locator(PRESENT)).to_be_visible()


def test_with_reduced_motion_nothing_comes_and_goes(person: Person) -> None:
    page, _ = a_round_ends(person, moving=False)
    expect(page.locator("#previous-board .board")).to_be_visible()
    expect(page.locator(PRESENT)).to_be_visible()
    assert complaints(page) == []  # though the same places are on both boards
    page.locator("#previous-board .previous-board__continue").click()
    expect(page.locator(STRIP)).to_have_count(1)


def test_it_ends_by_itself_where_nobody_asks_and_stays_where_one_is_asked(person: Person) -> None:
    pages = a_round_ends(person, stays=False)
    waits = next(page for page in pages if not my_turn(page))
    mover = next(page for page in pages if page is not waits)
    expect(waits.locator(STRIP)).to_have_count(1)
    expect(mover.locator(SHOWN)).to_have_count(1)
    assert not mover.locator(".is-timed").count()


def test_a_touch_makes_it_last(person: Person) -> None:
    waits = next(page for page in a_round_ends(person) if not my_turn(page))
    expect(waits.locator(f"{SHOWN}.is-timed .ring")).to_be_visible()
    waits.locator("#previous-board .log").click()
    expect(waits.locator(SHOWN)).to_have_count(1)
    expect(waits.locator(".is-timed")).to_have_count(0)


def test_without_a_script_it_is_a_fold(person: Person) -> None:
    """A person who comes back later finds it above the current board."""
    page, _ = a_round_ends(person)
    plain = person(scripts=False)
    plain.context.add_cookies(page.context.cookies())
    plain.goto(page.url)
    expect(plain.locator("#previous-board summary")).to_be_visible()
    expect(plain.locator("#previous-board .board")).to_be_hidden()
    expect(plain.locator("#previous-board .previous-board__continue")).to_be_hidden()
    plain.locator("#previous-board summary").click()
    expect(plain.locator("#previous-board .board")).to_be_visible()
    expect(plain.locator(PRESENT)).to_be_visible()


# To the button of fast-forward, if it is another player's turn; in one step, as it may go with the next news.
TO_HURRY = """() => {
  const button = document.querySelector("#hurry button");
  if (document.querySelector("#move button") || !button) return false;
  button.focus();
  return document.activeElement === button;
}"""


def test_fast_forward_keeps_the_focus(person: Person) -> None:
    page, until = person(), time.monotonic() + MATCH_SECONDS
    new_table(page, "lombard", seats="4", bots="3", visibility="private", bot_level="beginner")
    page.evaluate("""document.addEventListener("htmx:beforeSend", (event) => {
        if (event.detail.elt.id === "hurry") window.gone = document.activeElement.id;
    })""")
    while page.evaluate("window.gone") is None:
        assert time.monotonic() < until, stuck(page)
        if page.evaluate(TO_HURRY):
            page.keyboard.press("Enter")  # in vain if news took the button away meanwhile
        else:
            act(page, ("fold",))
        page.wait_for_timeout(50)
    assert page.evaluate("gone") == "turn"  # before the button is held, which would lose it
    page.wait_for_function("() => ['turn', 'hand'].includes(document.activeElement.id)")
    expect(page.locator("#hurry")).to_have_count(0)
