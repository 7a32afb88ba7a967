"""The board before it was cleared: held for a moment, never in anybody's way, shown once."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act, my_turn, new_table, press, stuck, two_at_a_table
from tests.browser.test_axe import complaints

pytestmark = [pytest.mark.browser, pytest.mark.moving]

PRESENT = "#zone > .board"
# All that was fetched is in its place.
IN_PLACE = """
    () => new Promise((done) => {
        const look = () => (isSwapping() ? setTimeout(look, 20) : done(true));
        look();
    })
"""
STAYS = """() => {
    const shown = heldShown;
    window.heldShown = () => { shown(); clearTimeout(heldTimer); };
}"""


def a_round_ends(person: Person, *, stays: bool = True, **options: object) -> tuple[Page, Page]:
    """Two at a table of Lombard, after whose turn it was has folded: who looked on, and who folded.

    What is held `stays`: nothing ends by itself, however long a busy machine takes until the test looks.
    """
    alice, bob = person(**options), person(**options)
    two_at_a_table(alice, bob, "lombard", visibility="link")
    bob.reload()
    for page in (alice, bob):
        if stays:
            page.evaluate(STAYS)
    folds = alice if my_turn(alice) else bob
    press(folds, "fold")
    for page in (alice, bob) if stays else ():
        expect(page.locator("#held")).to_have_count(1)
        page.evaluate(IN_PLACE)
    return (bob if folds is alice else alice), folds


def test_it_takes_the_boards_place_and_gives_it_back(person: Person) -> None:
    page, _ = a_round_ends(person, stays=False)
    expect(page.locator("#held.is-held ~ .board[aria-hidden]")).to_have_css("clip-path", "inset(100%)")
    expect(page.locator("#held")).to_have_count(0)  # by itself
    expect(page.locator(PRESENT)).to_be_visible()
    expect(page.locator(f"{PRESENT}[aria-hidden], {PRESENT}[style]")).to_have_count(0)
    expect(page.locator(PRESENT)).to_have_css("clip-path", "none")
    page.reload()
    expect(page.locator(PRESENT)).to_be_visible()
    expect(page.locator("#held")).to_have_count(0)


def test_what_is_taken_out_of_a_fresh_zone_costs_no_present_board(person: Person) -> None:
    page, _ = a_round_ends(person)
    assert page.evaluate("""() => {
        const made = (inner) => new DOMParser().parseFromString(`<div>${inner}</div>`, "text/html").body.firstChild;
        const board = '<div class="board"></div>';
        const [old, fresh] = [made(`<p></p> ${board} <i></i>`), made(`<p></p> <b></b> ${board} <i></i>`)];
        fresh.querySelector("b").remove();
        const there = old.querySelector(".board");
        patched(old, fresh);
        return there.isConnected && there.parentNode === old;
    }""")


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_a_key_goes_on_and_presses_nothing(person: Person, key: str) -> None:
    page, _ = a_round_ends(person)
    expect(page.locator("#held.is-held")).to_be_visible()
    asked = page.locator("#hand").get_attribute("data-asked")
    page.locator("h1").click()
    page.keyboard.press(key)
    expect(page.locator("#held")).to_have_count(0)
    expect(page.locator(PRESENT)).to_be_visible()
    assert page.locator("#hand").get_attribute("data-asked") == asked


def test_the_focus_goes_on_with_continue(person: Person) -> None:
    page, _ = a_round_ends(person)
    expect(page.locator("#held.is-held")).to_be_visible()
    page.locator("#held .held__on").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#held")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") in ("hand", "turn")


def test_it_outlasts_news_and_ends_with_ones_own_move(person: Person) -> None:
    pages = a_round_ends(person)
    for page in pages:
        expect(page.locator("#held.is-held .board")).to_be_visible()
        page.locator("#held .held__on").focus()
    for page in pages:
        rev = page.locator("#zone").get_attribute("data-rev")
        page.evaluate("etag = ''; zone().dataset.rev = 0; refresh()")
        expect(page.locator(f"#zone[data-rev='{rev}']")).to_have_count(1)
        expect(page.locator("#held .board")).to_be_visible()
        expect(page.locator("#held")).to_contain_text("the pot")
        expect(page.locator(PRESENT)).to_have_attribute("aria-hidden", "true")
        expect(page.locator(PRESENT)).to_have_css("clip-path", "inset(100%)")
        assert page.evaluate("document.activeElement.matches('.held__on')")
    mine = next(page for page in pages if my_turn(page))
    press(mine, "double")
    expect(mine.locator("#held")).to_have_count(0)
    expect(mine.locator(PRESENT)).to_be_visible()


def test_with_reduced_motion_nothing_comes_and_goes(person: Person) -> None:
    page, _ = a_round_ends(person, moving=False)
    expect(page.locator("#held .board")).to_be_visible()
    expect(page.locator(PRESENT)).to_be_visible()
    assert page.evaluate("heldTimer") == 0
    assert complaints(page) == []  # though the same places are on both boards
    page.locator("#held .held__on").click()
    expect(page.locator("#held")).to_have_count(0)


def test_without_a_script_it_is_a_fold(person: Person) -> None:
    """Whoever comes back later finds it above the present board."""
    page, _ = a_round_ends(person)
    plain = person(scripts=False)
    plain.context.add_cookies(page.context.cookies())
    plain.goto(page.url)
    expect(plain.locator("#held summary")).to_be_visible()
    expect(plain.locator("#held .board")).to_be_hidden()
    expect(plain.locator("#held .held__on")).to_be_hidden()
    plain.locator("#held summary").click()
    expect(plain.locator("#held .board")).to_be_visible()
    expect(plain.locator(PRESENT)).to_be_visible()


# To the button of fast-forward, if somebody else's turn has one; in one step, as it may go with the next news.
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
